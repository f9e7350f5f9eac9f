"""Renders a site with Lektor's quickstart project; the blog of `build.json`, printed as JSON pairs of slug and HTML."""

import datetime
import json
import subprocess
import sys
import zlib
from pathlib import Path

from lektor.quickstart import Generator

build = json.loads(Path("build.json").read_text())
Generator("project").run(
    {
        "project_name": build["site"],
        "project_slug": "site",
        "project_path": "project",
        "with_blog": True,
        "this_year": 2026,
        "today": "2026-01-02",
        "author_name": f"{build['site']} desk, edition {build['version']}",
    },
    "project",
)
blog = Path("project/content/blog")
for number, document in enumerate(build["documents"]):
    below = [] if build["areLoose"] else [build["shared"][number % len(build["shared"])]]
    above = [f"> {build['notice']}"] if build["notice"] else []
    text = "\n\n".join([*above, *document["paragraphs"], *below])
    day = datetime.date(2025, 1, 1) + datetime.timedelta(days=zlib.crc32(document["slug"].encode()) % 365)
    (blog / document["slug"]).mkdir()
    (blog / document["slug"] / "contents.lr").write_text(
        f"title: {document['title']}\n---\npub_date: {day}\n---\nauthor: Rin\n---\nbody:\n\n{text}\n"
    )
lektor = Path(sys.executable).with_name("lektor")
subprocess.run(
    [lektor, "--project", "project", "build", "--output-path", Path("out").resolve()],
    check=True,
    stdout=sys.stderr,
)
pages = [
    (document["slug"], Path(f"out/blog/{document['slug']}/index.html").read_text())
    for document in build["documents"]
]
print("\n" + json.dumps(pages))
