"""Every message that the autograder shows: those in this folder, and labkit's that it shares."""

from pathlib import Path

from labkit.language import FOLDER
from labkit.messages import Catalogue

FOLDERS = (Path(__file__).parent, FOLDER)
_CATALOGUE = Catalogue(*FOLDERS)
load, message = _CATALOGUE.load, _CATALOGUE.message
