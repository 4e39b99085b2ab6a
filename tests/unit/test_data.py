"""Images: each source always gives the same tensors, of one kind, or says what is missing."""

import tarfile

import numpy as np
import pytest
import torch
from PIL import Image
from repository import REPOSITORY

from labkit import data
from labkit.data import DataError

SPLITS = ("train", "validation", "test")
SHARED = REPOSITORY.parent / "shared" / "data" / "cifar10-jpeg.tar.gz"


@pytest.fixture
def folder(tmp_path):
    """Ten cats and ten dogs, larger than they will be."""
    for place, name in enumerate(["cat", "dog"]):
        draw(tmp_path / "pets" / name, 10, 255 * place)
    return tmp_path / "pets"


def draw(folder, count, grey, size=(40, 48)):
    folder.mkdir(parents=True)
    for number in range(count):
        Image.new("RGB", size, (grey, grey, grey)).save(folder / f"{number}.png")


def require_images(images):
    assert images.images.dtype == torch.float32 and images.images.shape[1:] == (3, 32, 32)
    assert images.labels.dtype == torch.int64 and images.labels.shape == (len(images),)
    assert images.images.min() >= -1 and images.images.max() <= 1
    assert set(images.labels.tolist()) <= set(range(len(images.classes)))


def test_the_digits_come_in_three_splits_that_share_no_image():
    splits = [data.load("digits", split) for split in SPLITS]
    assert [len(split) for split in splits] == [1197, 300, 300]
    for split in splits:
        require_images(split)
        assert len(split.classes) == 10 and split.labels.bincount().min() > 15
    everything = torch.cat([split.images for split in splits]).flatten(1)
    assert len(everything.unique(dim=0)) == 1797


def test_the_digits_are_those_of_scikit_learn():
    # Two seconds for one test, in each environment and worker.
    from sklearn.datasets import load_digits

    pixels, labels = data._digits_file()
    theirs = load_digits()
    assert np.array_equal(pixels, theirs.images) and np.array_equal(labels, theirs.target)


def test_the_digits_are_read_from_their_file_once(monkeypatch):
    before = data.load("digits").images
    monkeypatch.setattr(np, "load", None)
    assert torch.equal(data.load("digits").images, before)


def test_batches_come_in_order_or_shuffled_by_their_generator():
    images = data.load("digits", "test")
    assert torch.equal(torch.cat([labels for _, labels in images.batches(64)]), images.labels)
    shuffled = [
        torch.cat([y for _, y in images.batches(64, torch.Generator().manual_seed(seed))])
        for seed in (1, 1, 2)
    ]
    assert torch.equal(shuffled[0], shuffled[1]) and not torch.equal(shuffled[0], shuffled[2])
    assert torch.equal(shuffled[0].sort().values, images.labels.sort().values)
    assert len(images.batches(64)) == 5


def test_held_out_images_follow_from_the_seed_alone():
    torch.manual_seed(1)
    images = data.held_out(5)
    torch.manual_seed(2)
    require_images(images)
    assert torch.equal(images.images, data.held_out(5).images)
    assert not torch.equal(images.images, data.held_out(6).images)
    assert torch.equal(images.labels, data.load("digits", "test").labels)
    assert len(data.held_out(5, count=450)) == 450


def test_a_folder_of_images_is_split_always_the_same_way(folder):
    splits = [data.load(f"folder:{folder}", split) for split in SPLITS]
    assert [len(split) for split in splits] == [16, 2, 2]
    for split in splits:
        require_images(split)
        assert split.classes == ("cat", "dog")
        assert torch.equal(split.images[:, 0, 0, 0], split.labels * 2.0 - 1)
    assert torch.equal(data.load(f"folder:{folder}").labels, splits[0].labels)


@pytest.mark.parametrize("validation", ["validation", "val", None])
def test_a_folder_may_bring_its_own_splits(tmp_path, validation):
    for split, count in {"train": 20, "test": 3, validation: 4}.items():
        for grey, name in enumerate(["cat", "dog"]):
            if split:
                draw(tmp_path / split / name, count, 255 * grey)
    counts = [len(data.load(f"folder:{tmp_path}", split)) for split in SPLITS]
    assert counts == ([40, 8, 6] if validation else [36, 4, 6])


def test_the_shipped_weights_have_not_seen_what_a_student_validates_on(tmp_path):
    from reproduction import images

    for split in ("train", "test"):
        for number, name in enumerate(["cat", "dog"]):
            for grey in range(20):
                path = tmp_path / split / name / f"{grey:04}.png"
                path.parent.mkdir(parents=True, exist_ok=True)
                Image.new("RGB", (32, 32), (10 * grey + number,) * 3).save(path)
    validation = data.load(f"folder:{tmp_path}", "validation").images[:, 0, 0, 0]
    held_out = images.load(tmp_path, tmp_path / "cache", "validation").images
    kept_from_training = images.normalized(held_out)[:, 0, 0, 0]
    assert torch.equal(validation.sort().values, kept_from_training.sort().values)


WRONG = {
    "cifra10": "Did you mean 'cifar10'?",
    "digit": "There are: digits, cifar10, folder:<path>",
    "folder:{}/pats": "there is no folder 'pats' in {}. Did you mean 'pets'? There are: pets.",
    "folder:{}/pets/cat": "holds no images for train. "
    "Lay them out as {}/pets/cat/<class>/<name>.png",
}


@pytest.mark.parametrize("source", WRONG)
def test_a_wrong_name_or_path_is_reported_with_the_names_that_exist(folder, source):
    with pytest.raises(DataError) as error:
        data.load(source.format(folder.parent))
    assert WRONG[source].format(folder.parent) in str(error.value)


def test_a_wrong_split_is_reported_with_the_names_that_exist():
    with pytest.raises(DataError, match="no split 'valid'. Did you mean 'validation'"):
        data.load("digits", "valid")


def test_a_broken_image_is_named(folder):
    (folder / "cat" / "broken.png").write_bytes(b"no image")
    with pytest.raises(DataError, match="broken.png is no image"):
        [data.load(f"folder:{folder}", split) for split in SPLITS]


def test_cifar10_that_can_neither_be_found_nor_fetched_is_reported_in_one_line(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("LABKIT_DATA", str(tmp_path))
    monkeypatch.setattr("torchvision.datasets.CIFAR10.url", "http://127.0.0.1:9/nothing.tar.gz")
    with pytest.raises(DataError) as error:
        data.load("cifar10")
    assert "LABKIT_DATA" in str(error.value) and "\n" not in str(error.value)


def test_cifar10_is_read_where_torchvision_has_put_it(tmp_path, monkeypatch):
    monkeypatch.setenv("LABKIT_DATA", str(tmp_path))
    put_small_cifar10(tmp_path, monkeypatch)
    splits = [data.load("cifar10", split) for split in SPLITS]
    assert [len(split) for split in splits] == [4500, 500, 7]
    for split in splits:
        require_images(split)
    assert splits[0].classes[:2] == ("airplane", "automobile")
    assert splits[1].labels.bincount().tolist() == [50] * 10


def put_small_cifar10(folder, monkeypatch):
    """Write files in CIFAR-10's format, with fewer images; tell torchvision their checksums."""
    import hashlib
    import pickle

    from torchvision.datasets import CIFAR10

    home = folder / CIFAR10.base_folder
    home.mkdir()

    def put(name, content):
        (home / name).write_bytes(pickle.dumps(content))
        return [name, hashlib.md5((home / name).read_bytes()).hexdigest()]

    def images(count):
        pixels = np.random.RandomState(0).randint(0, 256, (count, 3072), dtype=np.uint8)
        return {"data": pixels, "labels": [number % 10 for number in range(count)]}

    names = [
        "airplane",
        "automobile",
        "bird",
        "cat",
        "deer",
        "dog",
        "frog",
        "horse",
        "ship",
        "truck",
    ]
    monkeypatch.setattr(CIFAR10, "train_list", [put("data_batch_1", images(5000))])
    monkeypatch.setattr(CIFAR10, "test_list", [put("test_batch", images(7))])
    name, checksum = put(CIFAR10.meta["filename"], {"label_names": names})
    monkeypatch.setattr(CIFAR10, "meta", {"filename": name, "key": "label_names", "md5": checksum})


def test_the_shared_cifar10_images_are_a_folder(tmp_path):
    if not SHARED.is_file():
        pytest.skip(f"{SHARED.name} is not in shared/data")
    with tarfile.open(SHARED) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # from 3.11.4 on
        chosen = [member for member in archive if member.name.endswith(("00.jpg", "01.jpg"))]
        archive.extractall(tmp_path, chosen)
    test = data.load(f"folder:{tmp_path}", "test")
    require_images(test)
    assert test.classes == tuple(
        "airplane automobile bird cat deer dog frog horse ship truck".split()
    )
    assert len(test) == 200
