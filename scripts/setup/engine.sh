#!/usr/bin/env bash
# A container engine for `make sam-local` where there is none, as on a machine that checks the project. Needs root.
#
#   engine.sh start    uses the engine that answers, or else installs Debian's and starts it with a folder and a
#                      socket of its own; prints DOCKER_HOST
#   engine.sh image    fetches Lambda's image for Python; where its registry cannot be reached, makes a stand-in
#                      of the same name: Debian, this machine's Python 3.13 and Lambda's runtime client
#   engine.sh stop     ends the engine that `start` has started, and no other
set -euo pipefail

folder=${ENGINE_FOLDER:-$HOME/.cache/talent-screening-engine}
image=public.ecr.aws/lambda/python:3.13-$(uname -m | sed 's/aarch64/arm64/')
repository=$(cd "$(dirname "$0")/../.." && pwd)
libraries=ca-certificates,libssl3,libffi8,libsqlite3-0,zlib1g,libbz2-1.0,liblzma5,libreadline8

install_packages() {
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >"$folder/apt.log" 2>&1
}

answers() { docker version >/dev/null 2>&1; }

start() {
    if answers; then
        echo "${DOCKER_HOST:-unix:///var/run/docker.sock}"
        return
    fi
    export DOCKER_HOST=unix://$folder/socket
    if ! answers; then
        command -v dockerd >/dev/null || { apt-get update -qq >/dev/null && install_packages docker.io iptables; }
        nohup dockerd --data-root "$folder/data" --exec-root "$folder/run" --pidfile "$folder/pid" \
            --host "$DOCKER_HOST" --bip 172.29.0.1/16 >"$folder/log" 2>&1 &
        for _ in $(seq 120); do
            answers && break
            kill -0 $! 2>/dev/null || break
            sleep 0.5
        done
    fi
    answers && echo "$DOCKER_HOST"
}

make_image() {
    docker image inspect "$image" >/dev/null 2>&1 && return
    timeout 300 docker pull --quiet "$image" 2>"$folder/pull.log" && return
    echo "engine: the registry of $image cannot be reached; a stand-in is made" >&2
    command -v debootstrap >/dev/null || install_packages debootstrap
    local python root=$folder/root
    python=$(cd "$repository/scripts" && python3 -c 'from layer import bytecode; print(bytecode.runtime_python() or "")')
    [ -n "$python" ] || { echo "engine: the stand-in needs a Python 3.13 on this machine" >&2; return 1; }
    [ -d "$root/usr" ] || debootstrap --variant=minbase --include="$libraries" bookworm "$root" >"$folder/root.log"
    mkdir -p "$root"/var/lang "$root"/var/runtime "$root"/var/task "$root"/opt
    cp -a "$("$python" -c 'import sys; print(sys.base_prefix)')"/. "$root"/var/lang/
    "$python" -m pip install --quiet --root-user-action ignore --disable-pip-version-check --upgrade \
        --target "$root"/var/runtime awslambdaric
    cat >"$root/var/runtime/bootstrap" <<'SCRIPT'
#!/bin/sh
export PYTHONPATH=/var/task:/opt/python:/var/runtime
exec /var/lang/bin/python3.13 -m awslambdaric "$_HANDLER"
SCRIPT
    printf '#!/bin/sh\nexport _HANDLER="$1"\nexec /var/runtime/bootstrap\n' >"$root/lambda-entrypoint.sh"
    chmod +x "$root/var/runtime/bootstrap" "$root/lambda-entrypoint.sh"
    tar -C "$root" -c . | docker import \
        --change 'ENV PATH=/var/lang/bin:/usr/local/bin:/usr/bin:/bin LD_LIBRARY_PATH=/var/lang/lib' \
        --change 'ENV LAMBDA_TASK_ROOT=/var/task LAMBDA_RUNTIME_DIR=/var/runtime' \
        --change 'WORKDIR /var/task' --change 'ENTRYPOINT ["/lambda-entrypoint.sh"]' - "$image" >/dev/null
}

stop() {
    [ -f "$folder/pid" ] || return 0
    local process
    process=$(cat "$folder/pid")
    kill "$process" 2>/dev/null || return 0
    for _ in $(seq 60); do
        kill -0 "$process" 2>/dev/null || break
        sleep 0.5
    done
}

mkdir -p "$folder"
case ${1:-} in
start) start ;;
image) make_image ;;
stop) stop ;;
*)
    sed -n '4,8s/^# *//p' "$0"
    exit 2
    ;;
esac
