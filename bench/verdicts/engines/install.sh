#!/bin/sh
# Installs the site generators of `npm run bench -- verdicts` outside the repository, some 1.2 GB, in a quarter of an hour:
#   sh bench/verdicts/engines/install.sh
# What fails to install is left out; the bench skips its rows and says so.
set -u
root="${NEARDUP_ENGINES:-${TMPDIR:-/tmp}/neardup-engines}"
mkdir -p "$root"
failed=''

node_engine() {
  folder="$root/$1"
  shift
  mkdir -p "$folder"
  echo '{"private":true}' > "$folder/package.json"
  npm install --prefix "$folder" --no-audit --no-fund --ignore-scripts --save-exact "$@" > "$folder/install.log" 2>&1 ||
    failed="$failed $folder"
}

python_engine() {
  folder="$root/$1"
  shift
  { python3 -m venv "$folder" && "$folder/bin/pip" install --quiet "$@"; } > "$root/pip.log" 2>&1 ||
    failed="$failed $folder"
}

python_engine python Sphinx==9.0.4 sphinx_rtd_theme==3.1.0 mkdocs==1.6.1 mkdocs-material==9.8.1 \
  pelican==4.10.2 Markdown==3.11.3
python_engine second-group Sphinx==9.0.4 furo==2025.12.19 Nikola==8.3.3 Markdown==3.11.3 pdoc==16.0.0
python_engine pydata Sphinx==9.0.4 pydata-sphinx-theme==0.24.0
python_engine pydoctor pydoctor==25.10.1
python_engine lektor Lektor==3.3.14 setuptools==65.5.0
python_engine otterwiki otterwiki==2.26.1
python_engine oscar Django==5.2.19 django-oscar==4.2.1 sorl-thumbnail==13.4.0
node_engine docusaurus @docusaurus/core@3.8.1 @docusaurus/preset-classic@3.8.1 \
  react@18.3.1 react-dom@18.3.1 webpack@5.95.0
node_engine vitepress vitepress@1.6.4
node_engine hexo hexo@8.1.2 hexo-generator-archive@2.0.0 hexo-generator-category@2.0.0 \
  hexo-generator-index@4.0.0 hexo-generator-tag@2.0.0 hexo-renderer-ejs@2.0.0 hexo-renderer-marked@7.0.1 \
  hexo-renderer-stylus@3.0.1 hexo-theme-landscape@1.1.0
node_engine typedoc typedoc@0.28.20 typescript@5.9.3
node_engine jsdoc jsdoc@4.0.5
node_engine honkit honkit@6.1.7
node_engine tiddlywiki tiddlywiki@5.4.1
node_engine starlight astro@5.18.2 @astrojs/starlight@0.36.3
node_engine asciidoctor @asciidoctor/core@2.2.9 @asciidoctor/cli@4.0.0
# compiled, which takes some minutes
cargo install mdbook --version 0.4.52 --no-default-features --locked --root "$root/mdbook" > "$root/cargo.log" 2>&1 ||
  failed="$failed $root/mdbook"
# of the JDK, of Rust, of Python and of Perl, where they are
for program in javadoc rustdoc pydoc3 perl; do
  { mkdir -p "$root/$program" && ln -sf "$(command -v "$program")" "$root/$program/$program"; } ||
    failed="$failed $root/$program"
done

[ -z "$failed" ] || { echo "could not be installed (see install.log, pip.log or cargo.log there):$failed" >&2; exit 1; }
