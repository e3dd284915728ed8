import { isIP } from 'node:net'
import type { Context, Hono } from 'hono'
import { notFoundError } from '../errors/http-error.ts'
import { isLoopback } from '../http/allowed-hosts.ts'
import type { MailOutbox, StoredMail } from './mail-outbox.ts'
import { escapeHtml } from './proof-mail.ts'

/**
 * Serves the outbox at `/dev/mailbox` and `/dev/mailbox.json`, newest mail first. The outbox contains the codes of all users.
 * Therefore only pages of its own origin and callers on this machine can read it; other callers get a 404.
 */
export function bindMailboxRoutes(app: Hono, outbox: MailOutbox): void {
  const headers = {
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  }
  app.use('/dev/*', (c, next) => {
    if (!isOnThisMachine(c)) throw notFoundError('This address')
    return next()
  })
  app.get('/dev/mailbox.json', async (c) => c.json(await outbox.list(), 200, headers))
  app.get('/dev/mailbox', async (c) => c.html(mailboxPage(await outbox.list()), 200, headers))
}

/**
 * Returns whether a request comes from this machine, by the connection's remote address and every forwarded address. A forged
 * `X-Forwarded-For` can only make the result false.
 */
function isOnThisMachine(c: Context): boolean {
  const { incoming } = (c.env ?? {}) as { incoming?: { socket: { remoteAddress?: string } } }
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim())
  // Without a connection, the request was made within this process.
  const addresses = [incoming ? (incoming.socket.remoteAddress ?? '?') : '127.0.0.1', ...forwarded.filter(Boolean)]
  return addresses.map((address) => address.replace(/^::ffff:/, '')).every((it) => isIP(it) !== 0 && isLoopback(it))
}

const mailboxPage = (mails: readonly StoredMail[]) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title></head>
<body>
<h1>Mailbox</h1>
<p>E-mails that this server stored instead of sending, because SMTP_URL is not set. Newest first.</p>
${mails.length === 0 ? '<p>No e-mails yet.</p>' : mails.map(mailArticle).join('\n')}
</body>
</html>
`

const mailArticle = ({ to, at, subject, text }: StoredMail) => `<article>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to)}, <time datetime="${escapeHtml(at)}">${escapeHtml(at)}</time></p>
<pre>${linkAddresses(escapeHtml(text))}</pre>
</article>`

const linkAddresses = (html: string) =>
  html.replace(/https?:\/\/[^\s<>"]+/g, (address) => `<a href="${address}">${address}</a>`)
