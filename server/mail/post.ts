import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'

/** A mail as plain text and as simple HTML, to one address. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Whatever takes mails. */
export interface Post {
  /** Rejects when the mail could not be handed on. */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

/** Milliseconds to wait before each further try. */
const WAITS = [1_000, 5_000]
/** How long a mail server may take for one step, in milliseconds. */
const TIMEOUT = 10_000

/**
 * Sends by an SMTP server, over at most three connections. What fails is tried again, except where the server refused
 * the mail for good (5xx).
 */
export function createSmtpPost(url: string, from: string, waits: readonly number[] = WAITS): Post {
  const address = new URL(url)
  const transport = createTransport({
    host: address.hostname,
    port: Number(address.port) || (address.protocol === 'smtps:' ? 465 : 587),
    secure: address.protocol === 'smtps:',
    ...(address.username
      ? { auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) } }
      : {}),
    pool: true,
    maxConnections: 3,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  })
  return {
    async send({ to, ...mail }) {
      for (let tries = 0; ; tries++) {
        try {
          await transport.sendMail({ ...mail, from, to: { name: '', address: to } })
          return
        } catch (fault) {
          const wait = waits[tries]
          if (wait === undefined || isForGood(fault)) throw fault
          await pause(wait)
        }
      }
    },
    async close() {
      transport.close()
    },
  }
}

const isForGood = (fault: unknown) =>
  fault instanceof Error && 'responseCode' in fault && Number(fault.responseCode) >= 500
