import { createHash } from 'node:crypto'

const STYLE = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;
background:light-dark(#f7f5f1,#191816);color:light-dark(#23211d,#eceae4);font:18px/1.5 system-ui,sans-serif}`

const PAGE_TEXTS = {
  de: ['Atelier startet', 'Das dauert einen Augenblick. Diese Seite wird automatisch neu geladen.'],
  en: ['Atelier is starting', 'This takes a moment. This page reloads automatically.'],
} as const

/** Returns the HTML page shown while the server starts. The page has no scripts, and reloads every two seconds. */
export function createStartingPageResponse(languages: string): Response {
  const language = /^\s*de\b/i.test(languages) ? 'de' : 'en'
  const [title, message] = PAGE_TEXTS[language]
  const style = createHash('sha256').update(STYLE).digest('base64')
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="2">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body><main role="status"><h1>${title}</h1><p>${message}</p></main></body>
</html>`
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '2',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  })
}
