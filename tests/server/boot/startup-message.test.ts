import { expect, test } from 'vitest'
import { formatStartupMessage, type StartupInfo } from '../../../server/boot/startup-message.ts'

const url = 'http://localhost:3000'
const messageLines = (more: Partial<StartupInfo>) =>
  formatStartupMessage({ url, env: {}, folder: { path: '/data', isPrivate: true }, demo: [], ...more }).split('\n')

test('prints one line for a start on the local host, with the demo accounts if any', () => {
  expect(messageLines({})).toEqual([`Atelier is ready at ${url}`])
  expect(messageLines({ demo: ['a@house.example', 'b@house.example'] })).toEqual([
    `Atelier is ready at ${url}. Demo accounts: a@house.example, b@house.example; password atelier-demo-1`,
  ])
  for (const HOST of ['localhost', '127.0.0.1', '127.0.0.2', '::1'])
    expect([HOST, messageLines({ env: { HOST } }).length]).toEqual([HOST, 1])
})

test('warns if HOST makes the server reachable from the network, and mentions demo accounts', () => {
  expect(messageLines({ env: { HOST: '0.0.0.0' }, demo: ['a@house.example'] })[1]).toBe(
    `HOST=0.0.0.0: everyone on the network who can reach any address of this machine can use Atelier, and the demo accounts.`,
  )
  expect(messageLines({ env: { HOST: '192.0.2.2' } })[1]).toBe(
    `HOST=192.0.2.2: everyone on the network who can reach 192.0.2.2 can use Atelier.`,
  )
  expect(messageLines({ env: { HOST: '::' } })[1]).toBe(
    'HOST=::: everyone on the network who can reach any address of this machine can use Atelier.',
  )
})

test('names no demo account in production, and warns of missing email delivery', () => {
  const env = { NODE_ENV: 'production', HOST: '0.0.0.0' } as const
  expect(messageLines({ env, demo: ['a@house.example'] })).toEqual([
    `Atelier is ready at ${url}`,
    'HOST=0.0.0.0: everyone on the network who can reach any address of this machine can use Atelier.',
    'SMTP_URL is not set: Atelier sends no e-mail. Codes and links stay in the outbox of the data folder.',
  ])
  expect(messageLines({ env: { NODE_ENV: 'production', SMTP_URL: 'smtp://mail.example' } })).toHaveLength(1)
})

test('warns of a data folder that other accounts on the machine can read', () => {
  expect(messageLines({ folder: { path: '/data', isPrivate: false } })[1]).toBe(
    'Other accounts on this machine can read /data. Atelier may not change its permissions.',
  )
})
