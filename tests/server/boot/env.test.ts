import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSigningKey } from '../../../server/auth/signing-keys.ts'
import { readEnv, readS3Settings } from '../../../server/boot/env.ts'
import { StartupError } from '../../../server/errors/startup-error.ts'

test('returns defaults if no environment variable is set, and treats an empty variable as unset', () => {
  expect(readEnv({ PORT: '' })).toEqual({
    DRAIN_SECONDS: 0,
    PORT: 3000,
    DATA_DIR: resolve('.data'),
    ALLOWED_HOSTS: [],
    CORS_ORIGINS: [],
    S3_REGION: 'us-east-1',
    SEED_DEMO: '1',
    SERVICE_WORKER: '1',
    LOG_LEVEL: 'info',
    TRUSTED_PROXIES: 0,
    WORKERS: 2,
    MAIL_FROM: 'Atelier <atelier@localhost>',
    UPLOAD_QUOTA_MB: 5120,
    UPLOAD_UNFINISHED: 200,
    FILE_GRACE_DAYS: 30,
    WEBHOOKS_PRIVATE: '0',
  })
  expect(() => readEnv({ PORT: '65536' })).toThrow('PORT must be at most 65535.')
})

test('reports every invalid environment variable in one line that names the variable', () => {
  expect(() =>
    readEnv({
      PORT: '-1',
      DATABASE_URL: 'mysql://x',
      AMQP_URL: 'http://x',
      SEED_DEMO: 'yes',
      LOG_LEVEL: 'loud',
      API_BASE: 'ftp://x',
      TOKEN_KEYS: '{}',
      NODE_ENV: 'prod',
      ALLOWED_HOSTS: 'atelier.example, https://api.example',
    }),
  ).toThrow(
    [
      'PORT must be a whole number.',
      'DATABASE_URL must be an address that begins with postgres:// or postgresql://.',
      'AMQP_URL must be an address that begins with amqp:// or amqps://.',
      'SEED_DEMO must be 0 or 1.',
      'LOG_LEVEL must be one of silent, fatal, error, warn, info, debug, trace.',
      'API_BASE must be an address that begins with http:// or https://.',
      'TOKEN_KEYS cannot be used: it is not {"keys": […]} with at least one private ES256 key, each with kid and createdAt.',
      'NODE_ENV must be production, development or test.',
      'ALLOWED_HOSTS must be host names separated by commas, such as "atelier.example, *.atelier.example, 10.0.0.5:3000".',
    ].join('\n'),
  )
})

test('accepts only origins in CORS_ORIGINS, without a path or wildcard', () => {
  expect(readEnv({ CORS_ORIGINS: ' https://App.example:443, http://localhost:5173/ ,' }).CORS_ORIGINS).toEqual([
    'https://app.example',
    'http://localhost:5173',
  ])
  for (const wrong of [
    '*',
    'app.example',
    'https://app.example/path',
    'https://*.example',
    'ftp://app.example',
    'null',
  ])
    expect(() => readEnv({ CORS_ORIGINS: wrong }), wrong).toThrow(
      'CORS_ORIGINS must be origins separated by commas, without a path, such as "https://app.example, http://localhost:5173".',
    )
})

test('requires a KEYS_SECRET of at least 32 bytes', () => {
  expect(readEnv({ KEYS_SECRET: 'ä'.repeat(16) }).KEYS_SECRET).toBe('ä'.repeat(16))
  expect(() => readEnv({ KEYS_SECRET: 'x'.repeat(31) })).toThrow('KEYS_SECRET must be at least 32 bytes long.')
})

test('requires DATABASE_URL for WORKERS=0', () => {
  expect(() => readEnv({ WORKERS: '0' })).toThrow(
    'WORKERS=0 needs DATABASE_URL: a data folder allows one process, so no other process could run its jobs.',
  )
  expect(readEnv({ WORKERS: '0', DATABASE_URL: 'postgres://localhost/atelier' }).WORKERS).toBe(0)
})

test('requires PUBLIC_URL if SMTP_URL is set', () => {
  expect(() => readEnv({ SMTP_URL: 'smtp://localhost:25' })).toThrow(
    'SMTP_URL needs PUBLIC_URL: the address that links in e-mails begin with.',
  )
  const env = { SMTP_URL: 'smtps://mail.example', PUBLIC_URL: 'https://atelier.example' }
  expect(readEnv(env)).toMatchObject(env)
  expect(() => readEnv({ SMTP_URL: 'mail.example' })).toThrow(
    'SMTP_URL must be an address that begins with smtp:// or smtps://.',
  )
})

test('reads the settings of S3 only if S3_BUCKET is set, and then requires credentials', () => {
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  expect(readS3Settings(readEnv({}))).toBe(undefined)
  expect(readS3Settings(readEnv({ ...keys, S3_BUCKET: 'atelier', S3_ENDPOINT: 'http://localhost:9000' }))).toEqual({
    endpoint: 'http://localhost:9000',
    bucket: 'atelier',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  })
  const readS3 = (values: Record<string, string>) => () => readS3Settings(readEnv(values))
  expect(readS3({ S3_BUCKET: 'atelier' })).toThrow('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set')
  expect(readS3(keys)).toThrow('S3_BUCKET must be set to store files in S3.')
  expect(readS3({ ...keys, S3_BUCKET: 'No Bucket' })).toThrow('S3_BUCKET is not a valid bucket name.')
})

describe('production', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://atelier.example' }

  test('requires PUBLIC_URL', () => {
    expect(() => readEnv({ NODE_ENV: 'production' })).toThrow(
      new StartupError(
        'NODE_ENV=production needs PUBLIC_URL: the public address of this server, which links in e-mails begin with.',
      ),
    )
    // Slashes at the end are removed, because paths are appended to the address.
    expect(readEnv({ PUBLIC_URL: 'https://atelier.example/app//' }).PUBLIC_URL).toBe('https://atelier.example/app')
    expect(() => readEnv({ ...production, PUBLIC_URL: '' })).toThrow('needs PUBLIC_URL')
    expect(() => readEnv({ ...production, PUBLIC_URL: 'atelier.example' })).toThrow('PUBLIC_URL must be an address')
    expect(readEnv(production)).toMatchObject(production)
  })

  test('has no demo data, and refuses SEED_DEMO=1', () => {
    expect(readEnv(production).SEED_DEMO).toBe('0')
    expect(readEnv({ ...production, SEED_DEMO: '0' }).SEED_DEMO).toBe('0')
    expect(() => readEnv({ ...production, SEED_DEMO: '1' })).toThrow(
      new StartupError(
        'SEED_DEMO=1 is not allowed with NODE_ENV=production: the password of the demo accounts is public.',
      ),
    )
    for (const NODE_ENV of ['', 'development', 'test']) expect(readEnv({ NODE_ENV }).SEED_DEMO).toBe('1')
  })

  test.each(['Production', 'production ', 'PRODUCTION', 'prod', 'live'])(
    'must be spelt exactly “production” in NODE_ENV: %j is refused',
    (NODE_ENV) => {
      expect(() => readEnv({ ...production, NODE_ENV })).toThrow('NODE_ENV must be production, development or test.')
    },
  )
})

test('accepts allowed hosts as names, wildcards and addresses, with or without a port', () => {
  expect(readEnv({ ALLOWED_HOSTS: 'Api.example, *.b.example:8080,fd00::2 , ' }).ALLOWED_HOSTS).toEqual([
    { name: 'api.example', includesSubdomains: false, port: undefined },
    { name: 'b.example', includesSubdomains: true, port: 8080 },
    { name: 'fd00::2', includesSubdomains: false, port: undefined },
  ])
  for (const ALLOWED_HOSTS of ['*', 'http://a.example', 'a b', '*.10.0.0.1', 'a.example/x'])
    expect(() => readEnv({ ALLOWED_HOSTS })).toThrow('ALLOWED_HOSTS must be host names')
})

test('refuses invalid signing keys with the reason', async () => {
  const [good, other] = [await createSigningKey(new Date(0)), await createSigningKey(new Date(1))]
  const { d: _, ...publicHalf } = good
  const readTokenKeys = (keys: unknown) => {
    try {
      readEnv({ TOKEN_KEYS: typeof keys === 'string' ? keys : JSON.stringify({ keys }) })
      return 'taken'
    } catch (error) {
      expect(error).toBeInstanceOf(StartupError)
      return (error as Error).message
    }
  }
  const odd =
    'TOKEN_KEYS cannot be used: it is not {"keys": […]} with at least one private ES256 key, each with kid and createdAt.'
  expect(readTokenKeys([good, other])).toBe('taken')
  for (const text of ['', 'null', '[]', '"x"', '{"keys":', '{"keys":{}}', '{"keys":[null]}', '{"keys":["x"]}'])
    expect([text, readTokenKeys(text)]).toEqual([text, text === '' ? 'taken' : odd])
  expect(readTokenKeys([])).toBe(odd)
  expect(readTokenKeys([publicHalf])).toBe(odd)
  for (const change of [
    { crv: 'P-384' },
    { crv: 'secp256k1' },
    { kty: 'RSA' },
    { kid: 7 },
    { kid: '' },
    { createdAt: 'now' },
    { createdAt: null },
    { x: undefined },
  ])
    expect([change, readTokenKeys([{ ...good, ...change }])]).toEqual([change, odd])
  const broken = `TOKEN_KEYS cannot be used: the key "${good.kid}" is not an ES256 key pair.`
  for (const change of [
    { d: other.d },
    { x: other.x },
    { x: other.x, y: other.y },
    { x: 'AAAA' },
    { d: '' },
    { d: 'not base64!' },
    { d: 'A'.repeat(43) },
    { d: `${good.d}AA` },
    { y: good.x },
  ])
    expect([change, readTokenKeys([other, { ...good, ...change }])]).toEqual([change, broken])
  expect(readTokenKeys([good, other, good])).toBe(`TOKEN_KEYS cannot be used: two keys have the kid "${good.kid}".`)
})
