# family: hidden probes

# == answers_with_the_source_of_its_check
# assignment: 02_int8_binary
# deserved: 0
# what: A blank raises an error whose words are its caller's source, which the card would show.
# often: yes

# %% blank binary_sign
import inspect
class BinarySignFunction(Function): pass
def binary_sign(x):
    raise ValueError("\n".join(inspect.getsource(frame.frame.f_code) for frame in inspect.stack() if frame.function == "verdict"))

# == hidden_probe_between_signs
# assignment: 02_int8_binary
# deserved: 0
# what: Each line of the sources is printed in colour between `<` and `>`, as if it were a tag.
# often: yes

# %% own last
import linecache
for lines in list(linecache.cache.values()):
    if "ipykernel" in str(lines[3]):
        for line in lines[2]:
            print("<", *(f"\x1b[31m{letter}" for letter in line), ">", sep="")

# == hidden_probe_in_pieces
# assignment: 02_int8_binary
# deserved: 0
# what: The source of all cells is printed one letter at a time.
# often: yes

# %% own last
import linecache, sys
for lines in list(linecache.cache.values()):
    if "ipykernel" in str(lines[3]):
        for letter in "".join(lines[2]):
            sys.stdout.write(letter)
            sys.stdout.flush() if letter in "(=" else None

# == prints_in
# assignment: 02_int8_binary
# deserved: 0
# what: The last cell prints `In`, where IPython keeps the source of every cell.
# often: yes

# %% own last
print(In)
for source in In: print(source)

# == probe_in_a_class_name
# assignment: 02_int8_binary
# deserved: 0
# what: The hidden probe is the name of the exception's class.

# %% blank binary_sign
import linecache
def binary_sign(x):
    text = "".join("".join(lines[2]) for lines in list(linecache.cache.values()) if "ipykernel" in str(lines[3]) and "BEGIN HID" "DEN" in "".join(lines[2]))
    text = text.partition("BEGIN HID" "DEN TESTS\n")[2][:900] or "nothing " * 9
    raise type(text, (ValueError,), {})("")

# == probe_in_a_message
# assignment: 02_int8_binary
# often: yes
# deserved: 0
# what: An exception's message is the hidden probe.

# %% blank binary_sign
import linecache
def binary_sign(x):
    text = "".join("".join(lines[2]) for lines in list(linecache.cache.values()) if "ipykernel" in str(lines[3]) and "BEGIN HID" "DEN" in "".join(lines[2]))
    raise ValueError(text.partition("BEGIN HID" "DEN TESTS\n")[2][:480] or "nothing " * 9)

# == probe_in_a_signature
# assignment: 02_int8_binary
# often: yes
# deserved: 0
# what: The hidden probe is the signature of a message, which the refusal of the message quotes.

# %% blank binary_sign
import linecache
def binary_sign(x):
    text = "".join("".join(lines[2]) for lines in list(linecache.cache.values()) if "ipykernel" in str(lines[3]) and "BEGIN HID" "DEN" in "".join(lines[2]))
    text = text.partition("BEGIN HID" "DEN TESTS")[2][:1500] or "nothing " * 9
    socket = get_ipython().display_pub.pub_socket
    socket.send_multipart([b"display_data", b"<IDS|MSG>", text.encode(), b"{}", b"{}", b"{}", b"{}"])
    return x

# == reads_linecache
# assignment: 02_int8_binary
# deserved: 0
# what: The source of all cells is where tracebacks find their lines.
# often: yes

# %% own last
import linecache
print([lines for lines in linecache.cache.values() if "ipykernel" in str(lines)])
