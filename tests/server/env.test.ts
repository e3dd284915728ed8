import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from '../../server/env.ts'

test('everything has a default, and an empty value counts as none', () => {
  expect(readEnv({ PORT: '' })).toEqual({
    PORT: 3000,
    DATA_DIR: resolve('.data'),
    S3_REGION: 'us-east-1',
    SEED_DEMO: '1',
    LOG_LEVEL: 'info',
    TRUSTED_PROXIES: 0,
    MAIL_FROM: 'Atelier <atelier@localhost>',
    UPLOAD_QUOTA_MB: 5120,
    UPLOAD_UNFINISHED: 200,
  })
  expect(() => readEnv({ PORT: '65536' })).toThrow('PORT must be at most 65535.')
})

test('each fault is one sentence that names the variable', () => {
  expect(() =>
    readEnv({
      PORT: '-1',
      DATABASE_URL: 'mysql://x',
      SEED_DEMO: 'yes',
      LOG_LEVEL: 'loud',
      API_BASE: 'ftp://x',
      TOKEN_KEYS: '{}',
    }),
  ).toThrow(
    [
      'PORT must be a whole number.',
      'DATABASE_URL must be an address that begins with postgres:// or postgresql://.',
      'SEED_DEMO must be 0 or 1.',
      'LOG_LEVEL must be one of silent, fatal, error, warn, info, debug, trace.',
      'API_BASE must be an address that begins with http:// or https://.',
      'TOKEN_KEYS must be a JSON object {"keys": […]} of private ES256 keys with kid and createdAt.',
    ].join('\n'),
  )
})

test('a mail server needs the address that mailed links begin with', () => {
  expect(() => readEnv({ SMTP_URL: 'smtp://localhost:25' })).toThrow(
    'SMTP_URL needs PUBLIC_URL: the address that mailed links begin with.',
  )
  const env = { SMTP_URL: 'smtps://mail.example', PUBLIC_URL: 'https://atelier.example' }
  expect(readEnv(env)).toMatchObject(env)
  expect(() => readEnv({ SMTP_URL: 'mail.example' })).toThrow(
    'SMTP_URL must be an address that begins with smtp:// or smtps://.',
  )
})
