import type { Hono } from 'hono'
import { escapeHtml } from './letters.ts'
import type { KeptMail, Outbox } from './outbox.ts'

/** Shows the outbox at `/dev/mailbox` and `/dev/mailbox.json`, the newest mail first, to pages of its own origin alone. */
export function bindMailbox(app: Hono, outbox: Outbox): void {
  const headers = (url: string) => ({
    'cache-control': 'no-store',
    'access-control-allow-origin': new URL(url).origin,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  })
  app.get('/dev/mailbox.json', async (c) => c.json(await outbox.list(), 200, headers(c.req.url)))
  app.get('/dev/mailbox', async (c) => c.html(page(await outbox.list()), 200, headers(c.req.url)))
}

const page = (mails: readonly KeptMail[]) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title></head>
<body>
<h1>Mailbox</h1>
<p>E-mails this server kept instead of sending, because no mail server is set (SMTP_URL). Newest first.</p>
${mails.length === 0 ? '<p>No e-mails yet.</p>' : mails.map(article).join('\n')}
</body>
</html>
`

const article = ({ to, at, subject, text }: KeptMail) => `<article>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to)}, <time datetime="${escapeHtml(at)}">${escapeHtml(at)}</time></p>
<pre>${linked(escapeHtml(text))}</pre>
</article>`

const linked = (html: string) =>
  html.replace(/https?:\/\/[^\s<>"]+/g, (address) => `<a href="${address}">${address}</a>`)
