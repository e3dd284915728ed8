import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  raw: string
  /** User name that the sender authenticated with, if any. */
  user: string | undefined
}

export interface SmtpServer {
  /** Value for `SMTP_URL`, with credentials. */
  url: string
  received: ReceivedMail[]
  /** Refusal of the next mails: their number, the SMTP code, and the text, which may quote the message. */
  refuse: { times: number; code: number; text?: ((raw: string) => string) | undefined }
  close(): Promise<void>
}

const ACCOUNT = { user: 'atelier', pass: 'p@ss:word' }

/** Starts a mail server that accepts mails from one account only, and refuses recipients that start with `full@`. */
export async function openSmtpServer(): Promise<SmtpServer> {
  const receivedMails: ReceivedMail[] = []
  const refuse: SmtpServer['refuse'] = { times: 0, code: 451 }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _, callback) {
      const isAccepted = username === ACCOUNT.user && password === ACCOUNT.pass
      if (isAccepted) callback(null, { user: username })
      else callback(new Error('unknown account'))
    },
    onRcptTo({ address }, _, callback) {
      const isFull = address.startsWith('full@')
      callback(isFull ? Object.assign(new Error('5.2.2 The mailbox is full'), { responseCode: 550 }) : null)
    },
    onData(stream, { envelope, user }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refuse.times > 0) {
          refuse.times--
          const text = refuse.text?.(Buffer.concat(chunks).toString('utf8')) ?? 'not now'
          callback(Object.assign(new Error(text), { responseCode: refuse.code }))
          return
        }
        receivedMails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
          user,
        })
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://${ACCOUNT.user}:${encodeURIComponent(ACCOUNT.pass)}@127.0.0.1:${port}`,
    received: receivedMails,
    refuse,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
