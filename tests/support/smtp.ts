import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived: the envelope and the raw message. */
export interface ArrivedMail {
  from: string
  to: string[]
  raw: string
  /** Whom the sender signed in as, if they did. */
  user: string | undefined
}

/** A real mail server on a free port of this machine. */
export interface SmtpServer {
  /** For `SMTP_URL`, with its account. */
  url: string
  arrived: ArrivedMail[]
  /** How many of the next mails are refused, and with which SMTP code. */
  refuse: { times: number; code: number }
  close(): Promise<void>
}

const ACCOUNT = { user: 'atelier', pass: 'p@ss:word' }

/** Starts a mail server that takes mails from one account alone. */
export async function openSmtpServer(): Promise<SmtpServer> {
  const arrived: ArrivedMail[] = []
  const refuse = { times: 0, code: 451 }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      const isOurs = username === ACCOUNT.user && password === ACCOUNT.pass
      if (isOurs) done(null, { user: username })
      else done(new Error('unknown account'))
    },
    onData(stream, { envelope, user }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (refuse.times > 0) {
          refuse.times--
          done(Object.assign(new Error('not now'), { responseCode: refuse.code }))
          return
        }
        arrived.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString('utf8'),
          user,
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://${ACCOUNT.user}:${encodeURIComponent(ACCOUNT.pass)}@127.0.0.1:${port}`,
    arrived,
    refuse,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
