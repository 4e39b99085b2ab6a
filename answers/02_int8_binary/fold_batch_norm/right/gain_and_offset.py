def fold_batch_norm(norm, scale):
    """Batch norm as a * z + b; a * z + b >= 0 where z reaches -b / a."""
    with torch.no_grad():
        a = norm.weight.double() * torch.rsqrt(norm.running_var.double() + norm.eps)
        b = norm.bias.double() - norm.running_mean.double() * a
        flip = torch.sign(a).to(torch.int64)
        return flip, torch.ceil(-b / (a * scale).abs()).to(torch.int64)
