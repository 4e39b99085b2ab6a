# fails: curved, sigma, staircase, shape, one, unchanged, float64
# en: You draw noise of your own. The noise is an argument: only so can two people compare.
# ja: ノイズを自分で作っています。ノイズは引数で渡されます。そうしないと、結果を比べられません。
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    generator = torch.Generator().manual_seed(1234)
    drawn = torch.randn(noise.shape, generator=generator).to(noise.dtype)
    parts = [(loss(w + sigma * e) - loss(w - sigma * e)) / (2 * sigma) * e for e in drawn]
    return torch.stack(parts).mean(dim=0)
