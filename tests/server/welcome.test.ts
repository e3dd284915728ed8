import { expect, test } from 'vitest'
import { type Started, welcome } from '../../server/welcome.ts'

const url = 'http://localhost:3000'
const told = (more: Partial<Started>) =>
  welcome({ url, env: {}, folder: { path: '/data', isPrivate: true }, demo: [], ...more }).split('\n')

test('a plain start is one line, which names the demo accounts where there are any', () => {
  expect(told({})).toEqual([`Atelier is ready at ${url}`])
  expect(told({ demo: ['a@house.example', 'b@house.example'] })).toEqual([
    `Atelier is ready at ${url}. Demo accounts: a@house.example, b@house.example; password atelier-demo-1`,
  ])
  for (const HOST of ['localhost', '127.0.0.1', '127.0.0.2', '::1'])
    expect([HOST, told({ env: { HOST } }).length]).toEqual([HOST, 1])
})

test('what the network can reach is told, with what it finds there', () => {
  const mails = 'and the mails at /dev/mailbox'
  expect(told({ env: { HOST: '0.0.0.0' }, demo: ['a@house.example'] })[1]).toBe(
    `HOST=0.0.0.0: everyone on the network who reaches any address of this machine can use it, and the demo accounts, ${mails}.`,
  )
  expect(told({ env: { HOST: '192.0.2.2' } })[1]).toBe(
    `HOST=192.0.2.2: everyone on the network who reaches 192.0.2.2 can use it, ${mails}.`,
  )
  expect(told({ env: { HOST: '::', SMTP_URL: 'smtp://mail.example' } })[1]).toBe(
    'HOST=::: everyone on the network who reaches any address of this machine can use it.',
  )
})

test('in production no demo account is named, and mails that go nowhere are told', () => {
  const env = { NODE_ENV: 'production', HOST: '0.0.0.0' } as const
  expect(told({ env, demo: ['a@house.example'] })).toEqual([
    `Atelier is ready at ${url}`,
    'HOST=0.0.0.0: everyone on the network who reaches any address of this machine can use it.',
    'SMTP_URL is not set: Atelier sends no e-mail. Codes and links stay in the outbox of the data folder.',
  ])
  expect(told({ env: { NODE_ENV: 'production', SMTP_URL: 'smtp://mail.example' } })).toHaveLength(1)
})

test('a folder that stands open and cannot be shut is told', () => {
  expect(told({ folder: { path: '/data', isPrivate: false } })[1]).toBe(
    'Other accounts on this machine can read /data. Atelier may not change its permissions.',
  )
})
