import { isAnyAddress, isLoopback } from '../http/allowed-hosts.ts'
import { DEMO_PASSWORD } from '../seed/seed.ts'
import type { DataFolder } from './data-folder.ts'
import type { Env } from './env.ts'

export interface StartupInfo {
  url: string
  env: Pick<Env, 'NODE_ENV' | 'HOST' | 'SMTP_URL'>
  folder: Pick<DataFolder, 'path' | 'isPrivate'>
  demo: readonly string[]
}

/** Returns the message for the operator: the URL, then one line for each risk, such as open access or missing email delivery. */
export function formatStartupMessage({ url, env, folder, demo }: StartupInfo): string {
  const isProduction = env.NODE_ENV === 'production'
  const accounts = demo.length > 0 && !isProduction
  const open = [accounts && 'the demo accounts']
  const address = isAnyAddress(env.HOST) ? 'any address of this machine' : env.HOST
  const lines = [
    `Atelier is ready at ${url}${accounts ? `. Demo accounts: ${demo.join(', ')}; password ${DEMO_PASSWORD}` : ''}`,
    env.HOST !== undefined &&
      !isLoopback(env.HOST) &&
      `HOST=${env.HOST}: everyone on the network who can reach ${address} can use Atelier${['', ...open].filter((it) => it !== false).join(', and ')}.`,
    !folder.isPrivate &&
      `Other accounts on this machine can read ${folder.path}. Atelier may not change its permissions.`,
    isProduction &&
      !env.SMTP_URL &&
      'SMTP_URL is not set: Atelier sends no e-mail. Codes and links stay in the outbox of the data folder.',
  ]
  return lines.filter((line) => line !== false).join('\n')
}
