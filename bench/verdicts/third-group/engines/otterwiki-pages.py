"""Renders pages with An Otter Wiki, asked without a server; printed as JSON pairs of slug and HTML."""

import json
import os
import subprocess
from pathlib import Path

build = json.loads(Path("build.json").read_text())
repository = Path("wiki").resolve()
repository.mkdir()
for document in build["documents"]:
    above = [f"> {build['notice']}"] if build["notice"] else []
    below = [] if build["areLoose"] else ["----", build["shared"][0]]
    text = "\n\n".join([f"# {document['title']}", *above, *document["paragraphs"], *below])
    (repository / f"{document['slug']}.md").write_text(f"{text}\n")
who = {f"GIT_{role}_{part}": text for role in ("AUTHOR", "COMMITTER") for part, text in
       (("NAME", "Keeper"), ("EMAIL", "keeper@wiki.example"), ("DATE", "2026-01-02T03:04:05Z"))}
for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "pages"]):
    subprocess.run(["git", *command], cwd=repository, check=True, env={**os.environ, **who})

os.environ.update(
    REPOSITORY=str(repository),
    SECRET_KEY="0123456789abcdef0123",
    SITE_NAME=f"{build['site']} {build['version']}",
)
from otterwiki.server import app  # noqa: E402
import otterwiki.views  # noqa: E402,F401

client = app.test_client()
pages = []
for document in build["documents"]:
    answer = client.get(f"/{document['slug']}", follow_redirects=True)
    assert answer.status_code == 200, (document["slug"], answer.status_code)
    pages.append((document["slug"], answer.get_data(as_text=True)))
print("\n" + json.dumps(pages))
