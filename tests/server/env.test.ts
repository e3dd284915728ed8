import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeKey } from '../../server/auth/keys.ts'
import { readEnv, s3Of } from '../../server/env.ts'
import { StartFault } from '../../server/start-fault.ts'

test('everything has a default, and an empty value counts as none', () => {
  expect(readEnv({ PORT: '' })).toEqual({
    PORT: 3000,
    DATA_DIR: resolve('.data'),
    ALLOWED_HOSTS: [],
    S3_REGION: 'us-east-1',
    SEED_DEMO: '1',
    SERVICE_WORKER: '1',
    LOG_LEVEL: 'info',
    TRUSTED_PROXIES: 0,
    WORKERS: 2,
    MAIL_FROM: 'Atelier <atelier@localhost>',
    UPLOAD_QUOTA_MB: 5120,
    UPLOAD_UNFINISHED: 200,
    WEBHOOKS_PRIVATE: '0',
  })
  expect(() => readEnv({ PORT: '65536' })).toThrow('PORT must be at most 65535.')
})

test('each fault is one sentence that names the variable', () => {
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
      'ALLOWED_HOSTS must be names with commas between them, such as "atelier.example, *.atelier.example, 10.0.0.5:3000".',
    ].join('\n'),
  )
})

test('a data folder takes one process, so that one does its jobs', () => {
  expect(() => readEnv({ WORKERS: '0' })).toThrow(
    'WORKERS=0 needs DATABASE_URL: a data folder takes one process, so nobody else could do its jobs.',
  )
  expect(readEnv({ WORKERS: '0', DATABASE_URL: 'postgres://localhost/atelier' }).WORKERS).toBe(0)
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

test('files are kept in S3 once a bucket is named, and its keys must come with it', () => {
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  expect(s3Of(readEnv({}))).toBe(undefined)
  expect(s3Of(readEnv({ ...keys, S3_BUCKET: 'atelier', S3_ENDPOINT: 'http://localhost:9000' }))).toEqual({
    endpoint: 'http://localhost:9000',
    bucket: 'atelier',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  })
  const told = (given: Record<string, string>) => () => s3Of(readEnv(given))
  expect(told({ S3_BUCKET: 'atelier' })).toThrow('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set')
  expect(told(keys)).toThrow('S3_BUCKET must be set to keep files in S3.')
  expect(told({ ...keys, S3_BUCKET: 'No Bucket' })).toThrow('S3_BUCKET is not the name of a bucket.')
})

describe('production', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://atelier.example' }

  test('needs the address where people reach it', () => {
    expect(() => readEnv({ NODE_ENV: 'production' })).toThrow(
      new StartFault(
        'NODE_ENV=production needs PUBLIC_URL: the address where people reach it, with which mailed links begin.',
      ),
    )
    // Links are joined to it.
    expect(readEnv({ PUBLIC_URL: 'https://atelier.example/app//' }).PUBLIC_URL).toBe('https://atelier.example/app')
    expect(() => readEnv({ ...production, PUBLIC_URL: '' })).toThrow('needs PUBLIC_URL')
    expect(() => readEnv({ ...production, PUBLIC_URL: 'atelier.example' })).toThrow('PUBLIC_URL must be an address')
    expect(readEnv(production)).toMatchObject(production)
  })

  test('has no demo data, and refuses to be asked for it', () => {
    expect(readEnv(production).SEED_DEMO).toBe('0')
    expect(readEnv({ ...production, SEED_DEMO: '0' }).SEED_DEMO).toBe('0')
    expect(() => readEnv({ ...production, SEED_DEMO: '1' })).toThrow(
      new StartFault(
        'SEED_DEMO=1 cannot be had with NODE_ENV=production: everyone knows the password of the demo accounts.',
      ),
    )
    for (const NODE_ENV of ['', 'development', 'test']) expect(readEnv({ NODE_ENV }).SEED_DEMO).toBe('1')
  })

  test.each(['Production', 'production ', 'PRODUCTION', 'prod', 'live'])(
    'is never missed for a slip: %j is refused',
    (NODE_ENV) => {
      expect(() => readEnv({ ...production, NODE_ENV })).toThrow('NODE_ENV must be production, development or test.')
    },
  )
})

test('allowed hosts are names, all below a name, addresses, each with or without a port', () => {
  expect(readEnv({ ALLOWED_HOSTS: 'Api.example, *.b.example:8080,fd00::2 , ' }).ALLOWED_HOSTS).toEqual([
    { name: 'api.example', below: false, port: undefined },
    { name: 'b.example', below: true, port: 8080 },
    { name: 'fd00::2', below: false, port: undefined },
  ])
  for (const ALLOWED_HOSTS of ['*', 'http://a.example', 'a b', '*.10.0.0.1', 'a.example/x'])
    expect(() => readEnv({ ALLOWED_HOSTS })).toThrow('ALLOWED_HOSTS must be names')
})

test('keys that cannot sign and verify are refused in one sentence that says what is wrong', async () => {
  const [good, other] = [await makeKey(new Date(0)), await makeKey(new Date(1))]
  const { d: _, ...publicHalf } = good
  const told = (keys: unknown) => {
    try {
      readEnv({ TOKEN_KEYS: typeof keys === 'string' ? keys : JSON.stringify({ keys }) })
      return 'taken'
    } catch (fault) {
      expect(fault).toBeInstanceOf(StartFault)
      return (fault as Error).message
    }
  }
  const odd =
    'TOKEN_KEYS cannot be used: it is not {"keys": […]} with at least one private ES256 key, each with kid and createdAt.'
  expect(told([good, other])).toBe('taken')
  for (const text of ['', 'null', '[]', '"x"', '{"keys":', '{"keys":{}}', '{"keys":[null]}', '{"keys":["x"]}'])
    expect([text, told(text)]).toEqual([text, text === '' ? 'taken' : odd])
  expect(told([])).toBe(odd)
  expect(told([publicHalf])).toBe(odd)
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
    expect([change, told([{ ...good, ...change }])]).toEqual([change, odd])
  const broken = `TOKEN_KEYS cannot be used: the key "${good.kid}" is not a pair of ES256.`
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
    expect([change, told([other, { ...good, ...change }])]).toEqual([change, broken])
  expect(told([good, other, good])).toBe(`TOKEN_KEYS cannot be used: there are two keys with the kid "${good.kid}".`)
})
