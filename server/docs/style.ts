export const DOCS_STYLE = `
:root{color-scheme:light dark;--ground:light-dark(#f7f5f1,#191816);--sheet:light-dark(#fffefb,#22211e);
--ink:light-dark(#23211d,#eceae4);--soft:light-dark(#6a655c,#a9a497);--line:light-dark(#e2ddd3,#39362f);--mark:light-dark(#a8431c,#f0a078)}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,sans-serif;display:grid;
grid-template-columns:13rem minmax(0,1fr);gap:2rem;max-width:72rem;margin-inline:auto;padding:1.5rem}
nav{position:sticky;top:1.5rem;align-self:start;display:grid;gap:.15rem}
nav a{padding:.3rem 0}
a{color:var(--mark)}a:focus-visible,summary:focus-visible{outline:2px solid var(--mark);outline-offset:3px;border-radius:2px}
h1{margin:0 0 .5rem;font-size:1.9rem}h2{margin:2.5rem 0 .75rem;text-transform:capitalize}
h3{margin:0;font-size:1rem;overflow-wrap:anywhere}h4{margin:.9rem 0 .2rem;font-size:.85rem;color:var(--soft)}
p{margin:.4rem 0}
article,details{background:var(--sheet);border:1px solid var(--line);border-radius:10px;padding:1rem 1.2rem;margin-block:.75rem}
:target{border-color:var(--mark)}
summary{cursor:pointer;font-weight:600}
.method{display:inline-block;min-width:4.2rem;font-size:.8rem;letter-spacing:.04em;color:var(--mark)}
code{font:.88em/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;font-size:.92rem;margin-block:.5rem}
th{text-align:left;color:var(--soft);font-weight:500}
th,td{padding:.3rem .8rem .3rem 0;border-bottom:1px solid var(--line);vertical-align:top}
dl{display:grid;grid-template-columns:3rem minmax(0,1fr);gap:.2rem .8rem;margin:0;font-size:.92rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
ul{margin:.2rem 0;padding-left:1.1rem}.shape{font-size:.92rem}
@media(max-width:48rem){body{grid-template-columns:minmax(0,1fr);padding:1rem}nav{position:static;display:flex;flex-wrap:wrap;gap:.2rem 1rem}nav strong{width:100%}}
`
