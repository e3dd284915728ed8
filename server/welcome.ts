import { isEverywhere, isLoopback } from './client/allowed-hosts.ts'
import type { DataFolder } from './data-folder.ts'
import { DEMO_PASSWORD } from './db/seed.ts'
import type { Env } from './env.ts'

/** What the start tells of itself. */
export interface Started {
  url: string
  env: Pick<Env, 'NODE_ENV' | 'HOST' | 'SMTP_URL'>
  folder: Pick<DataFolder, 'path' | 'isPrivate'>
  /** The addresses of the demo accounts, if there are any. */
  demo: readonly string[]
}

/** What whoever starts the server reads: where it is, then a sentence for each thing that is open or goes nowhere. */
export function welcome({ url, env, folder, demo }: Started): string {
  const isProduction = env.NODE_ENV === 'production'
  const accounts = demo.length > 0 && !isProduction
  const open = [accounts && 'the demo accounts', !isProduction && !env.SMTP_URL && 'the mails at /dev/mailbox']
  const whence = isEverywhere(env.HOST) ? 'any address of this machine' : env.HOST
  const lines = [
    `Atelier is ready at ${url}${accounts ? `. Demo accounts: ${demo.join(', ')}; password ${DEMO_PASSWORD}` : ''}`,
    env.HOST !== undefined &&
      !isLoopback(env.HOST) &&
      `HOST=${env.HOST}: everyone on the network who reaches ${whence} can use it${['', ...open].filter((it) => it !== false).join(', and ')}.`,
    !folder.isPrivate &&
      `Other accounts on this machine can read ${folder.path}. Atelier may not change its permissions.`,
    isProduction &&
      !env.SMTP_URL &&
      'SMTP_URL is not set: Atelier sends no e-mail. Codes and links stay in the outbox of the data folder.',
  ]
  return lines.filter((line) => line !== false).join('\n')
}
