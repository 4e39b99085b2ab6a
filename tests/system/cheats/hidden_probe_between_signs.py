# assignment: 02_int8_binary
# family: hidden probes
# deserved: 0
# what: Each line of the sources is printed in colour between `<` and `>`, as if it were a tag.
# often: yes

# %% own last
import linecache
for lines in list(linecache.cache.values()):
    if "ipykernel" in str(lines[3]):
        for line in lines[2]:
            print("<", *(f"\x1b[31m{letter}" for letter in line), ">", sep="")
