#!/usr/bin/env bash
# Makes the image in which hand-ins are graded; ends at the first thing that fails, and says so.
set -euo pipefail
trap 'echo "setup.sh failed in line $LINENO: this image could not grade" >&2' ERR
umask 022
cd /autograder/source
source ./settings
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install --no-install-recommends -y ca-certificates python3-venv "${packages[@]}"

# A Python of its own, which other users than root can run, and the locked versions. Of torch the one
# for processors, as nothing here has a GPU. Whoever tries this elsewhere may set uv's variables.
python3 -m venv /opt/uv
/opt/uv/bin/pip install "$uv"
export UV_PYTHON_INSTALL_DIR=/opt/python UV_NO_CACHE=1
export UV_PYTHON_PREFERENCE=${UV_PYTHON_PREFERENCE:-only-managed}
/opt/uv/bin/uv venv --python 3.11 /opt/grading
install=(/opt/uv/bin/uv pip install --python /opt/grading --no-deps --compile-bytecode)
"${install[@]}" --torch-backend cpu --requirement requirements.txt
"${install[@]}" ./*.whl

# Root alone reads the solution and the answers; but for shared memory, others write nowhere.
chmod -R go= /autograder/source
find / -xdev -type d -perm -o+w -not -path '/proc/*' -exec chmod o-w {} +

# An image that cannot grade is none: the solution itself is graded now.
cd /
/opt/grading/bin/python -m autograder check "/autograder/source/course/solutions/$assignment/" \
    --assignment "$assignment" --course-dir /autograder/source/course --sandbox users --no-names
