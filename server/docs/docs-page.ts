import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { ERROR_STATUS } from '../../src/api/contract/errors.ts'
import type { JsonObject, OpenApi, Operation } from './openapi-document.ts'

type Html = ReturnType<typeof html>

export function renderDocsPage(document: OpenApi): Response {
  const style = createHash('sha256').update(DOCS_STYLE).digest('base64')
  return new Response(String(renderPage(document)), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  })
}

const renderPage = ({ info, tags, paths, components }: OpenApi): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title} API</title>
<style>${raw(DOCS_STYLE)}</style>
</head>
<body>
<nav aria-label="Contents">
<strong>${info.title} API</strong>
${tags.map(({ name }) => html`<a href="#${name}">${name}</a>`)}
<a href="#schemas">schemas</a><a href="#errors">errors</a><a href="/openapi.json">openapi.json</a>
<a href="/NOTICE.txt">licences</a>
</nav>
<main>
<h1>${info.title} API</h1>
<p>${renderInlineCode(info.description)}</p>
${tags.map(
  ({ name }) =>
    html`<section id="${name}"><h2>${name}</h2>${findOperations(paths, name).map((placed) => renderOperation(...placed))}</section>`,
)}
<section id="schemas"><h2>Schemas</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) => html`<details id="schema-${name}"><summary>${name}</summary>${renderShape(schema)}</details>`,
)}</section>
<section id="errors"><h2>Errors</h2><table><tbody>
${Object.entries(ERROR_STATUS).map(([code, status]) => html`<tr id="${code}"><td>${status}</td><td><code>${code}</code></td></tr>`)}
</tbody></table></section>
</main>
</body>
</html>`

type Placed = [method: string, path: string, operation: Operation]

const findOperations = (paths: OpenApi['paths'], tag: string): Placed[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operationObject]): Placed => [method, path, operationObject]),
  )

function renderOperation(method: string, path: string, operationObject: Operation): Html {
  const body = operationObject.requestBody?.content as Record<string, JsonObject> | undefined
  return html`<article id="${operationObject.operationId}">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></h3>
<p>${renderInlineCode(operationObject.summary)}. ${renderInlineCode(operationObject.description ?? '')} ${operationObject.security.length > 0 ? 'Needs a token.' : 'Open to everyone.'}</p>
${operationObject.parameters ? renderParameters(operationObject.parameters) : ''}
${body ? html`<h4>Body</h4>${Object.values(body).map(({ schema }) => (schema ? renderShape(schema as JsonObject) : html`<p>The bytes.</p>`))}` : ''}
<h4>Responses</h4><dl>${Object.entries(operationObject.responses).map(
    ([status, response]) => html`<dt>${status}</dt><dd>${response.description} ${renderResponseShape(response)}</dd>`,
  )}</dl>
</article>`
}

function renderParameters(list: JsonObject[]): Html {
  return html`<table><thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Value</th></tr></thead><tbody>
${list.map(
  (parameter) =>
    html`<tr><td><code>${parameter.name}</code>${parameter.required ? ' *' : ''}</td><td>${parameter.in}</td><td>${parameter.description ?? ''} ${renderInline(parameter.schema as JsonObject)}</td></tr>`,
)}</tbody></table>`
}

function renderResponseShape({ content }: JsonObject): Html | string {
  const schema = (content as Record<string, { schema: JsonObject }> | undefined)?.['application/json']?.schema
  return schema ? renderInline(schema) : ''
}

function renderInline(schema: JsonObject): Html | string {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1)!
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (Array.isArray(schema.enum))
    return html`${schema.enum.map((value, i) => html`${i ? ' | ' : ''}<code>${value}</code>`)}`
  if (schema.const !== undefined) return html`<code>${schema.const}</code>`
  const choices = (schema.anyOf ?? schema.oneOf) as JsonObject[] | undefined
  if (choices) return html`${choices.map((choice, i) => html`${i ? ' or ' : ''}${renderInline(choice)}`)}`
  if (schema.type === 'array') return html`list of ${renderInline((schema.items ?? {}) as JsonObject)}`
  if (schema.type === 'object') return renderFields(schema)
  return `${schema.type ?? 'anything'}${formatBounds(schema)}`
}

function formatBounds({ minimum, maximum, minLength, maxLength, default: fallback }: JsonObject): string {
  const parts = [
    minimum !== undefined ? `from ${minimum}` : '',
    maximum !== undefined ? `up to ${maximum}` : '',
    minLength !== undefined ? `at least ${minLength} long` : '',
    maxLength !== undefined ? `at most ${maxLength} long` : '',
    fallback !== undefined ? `${fallback} if left out` : '',
  ].filter(Boolean)
  return parts.length > 0 ? `, ${parts.join(', ')}` : ''
}

const renderShape = (schema: JsonObject): Html => html`<div class="shape">${renderInline(schema)}</div>`

function renderFields(schema: JsonObject): Html {
  const required = (schema.required ?? []) as string[]
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonObject>)
  if (properties.length === 0) return html`{}`
  return html`<ul>${properties.map(
    ([name, property]) =>
      html`<li><code>${name}</code>${required.includes(name) ? '' : '?'}: ${renderInline(property)}</li>`,
  )}</ul>`
}

/** Renders text; parts in backticks become `<code>`. */
const renderInlineCode = (text: string): Html[] =>
  text.split('`').map((part, i) => (i % 2 ? html`<code>${part}</code>` : html`${part}`))

const DOCS_STYLE = `
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
