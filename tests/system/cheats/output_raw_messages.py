# assignment: 02_int8_binary
# family: parsers
# deserved: 3
# what: Messages past IPython's own writer, whose data is a text, a list, null, or lacks what others need.

# %% right int8_backward
# %% own last
import copy
pub = get_ipython().display_pub
for content in ({"data": "application/vnd.labkit.evidence+json", "metadata": {}}, {"data": None, "metadata": {}}, {"data": ["application/vnd.labkit.evidence+json"], "metadata": {}}, {"data": {"text/plain": ["a", 1]}, "metadata": 3}):
    pub.session.send(pub.pub_socket, "display_data", content, parent=pub.parent_header, ident=b"display_data")
pub.session.send(pub.pub_socket, "stream", {"name": "stdout", "text": ["a"]}, parent=pub.parent_header, ident=b"stream")
pub.session.send(pub.pub_socket, "error", {"ename": 1, "evalue": None, "traceback": "x"}, parent=pub.parent_header, ident=b"error")
