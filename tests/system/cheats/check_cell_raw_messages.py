# assignment: 02_int8_binary
# family: parsers
# deserved: 0
# what: The same from inside a check.

# %% blank binary_sign
def binary_sign(x):
    pub = get_ipython().display_pub
    for content in ({"data": {"application/vnd.labkit.evidence+json": "x", "application/vnd.labkit.weights+json": ["x"]}, "metadata": {}}, {"data": {"text/html": ["<b>", "</b>"], "image/png": "no", "text/markdown": ["$\\a", "$"]}, "metadata": {"image/png": 3}}):
        pub.session.send(pub.pub_socket, "display_data", content, parent=pub.parent_header, ident=b"display_data")
    return x
