import { resolve } from 'node:path'
import * as v from 'valibot'
import { UPLOAD_QUOTA } from '../../src/api/contract/files.ts'
import { readKeySet } from '../auth/signing-keys.ts'
import { LOG_LEVELS } from '../errors/log.ts'
import { StartupError } from '../errors/startup-error.ts'
import type { S3Settings } from '../files/s3-settings.ts'
import { parseHostName } from '../http/allowed-hosts.ts'
import { trimEnd } from '../util/trim.ts'

const MB = 1024 * 1024

const wholeNumberSchema = (name: string, min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,6}$/, `${name} must be a whole number.`),
    v.transform(Number),
    v.minValue(min, `${name} must be at least ${min}.`),
    v.maxValue(max, `${name} must be at most ${max}.`),
  )

const addressSchema = (name: string, ...schemes: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol),
      `${name} must be an address that begins with ${schemes.map((it) => `${it}//`).join(' or ')}.`,
    ),
  )

const keySetSchema = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const keys = readKeySet(dataset.value)
    if (typeof keys !== 'string') return keys
    addIssue({ message: `TOKEN_KEYS cannot be used: ${keys}.` })
    return NEVER
  }),
)

const hostNamesSchema = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const entries = dataset.value.split(',').map((entry) => entry.trim())
    const names = entries.filter(Boolean).map(parseHostName)
    if (names.every((name) => name !== undefined)) return names
    addIssue({
      message:
        'ALLOWED_HOSTS must be host names separated by commas, such as "atelier.example, *.atelier.example, 10.0.0.5:3000".',
    })
    return NEVER
  }),
)

const originsSchema = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const entries = dataset.value.split(',').map((entry) => entry.trim())
    const read = entries.filter(Boolean).map(readOrigin)
    if (read.every((origin) => origin !== undefined)) return read
    addIssue({
      message:
        'CORS_ORIGINS must be origins separated by commas, without a path, such as "https://app.example, http://localhost:5173".',
    })
    return NEVER
  }),
)

/** Parses an origin as browsers send it. Returns undefined for anything with a path, a user or another scheme. */
function readOrigin(entry: string): string | undefined {
  if (!URL.canParse(entry)) return undefined
  const { origin, protocol, href } = new URL(entry)
  return /^https?:$/.test(protocol) && href === `${origin}/` && !entry.includes('*') ? origin : undefined
}

/** Environment variables of the server. An empty value counts as unset. */
const Env = v.object({
  /** Seconds the server continues to accept requests after a stop signal, while `/readyz` reports that it is stopping. */
  DRAIN_SECONDS: v.optional(wholeNumberSchema('DRAIN_SECONDS', 0, 600), '0'),
  PORT: v.optional(wholeNumberSchema('PORT', 0, 65_535), '3000'),
  HOST: v.optional(v.string()),
  DATA_DIR: v.optional(
    v.pipe(
      v.string(),
      v.transform((path) => resolve(path)),
    ),
    '.data',
  ),
  DATABASE_URL: v.optional(addressSchema('DATABASE_URL', 'postgres:', 'postgresql:')),
  AMQP_URL: v.optional(addressSchema('AMQP_URL', 'amqp:', 'amqps:')),
  /** Default: 1, but 0 in production. */
  SEED_DEMO: v.optional(v.picklist(['0', '1'], 'SEED_DEMO must be 0 or 1.')),
  LOG_LEVEL: v.optional(v.picklist(LOG_LEVELS, `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`), 'info'),
  UPLOAD_QUOTA_MB: v.optional(wholeNumberSchema('UPLOAD_QUOTA_MB', 1, 999_999), String(UPLOAD_QUOTA.bytes / MB)),
  UPLOAD_UNFINISHED: v.optional(wholeNumberSchema('UPLOAD_UNFINISHED', 1, 100_000), String(UPLOAD_QUOTA.unfinished)),
  /** Days a file is retained after its last use: at least the age of the oldest backup that may be restored. */
  FILE_GRACE_DAYS: v.optional(wholeNumberSchema('FILE_GRACE_DAYS', 1, 3650), '30'),
  S3_ENDPOINT: v.optional(addressSchema('S3_ENDPOINT', 'http:', 'https:')),
  S3_BUCKET: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'S3_BUCKET is not a valid bucket name.')),
  ),
  S3_REGION: v.optional(v.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  API_BASE: v.optional(addressSchema('API_BASE', 'http:', 'https:')),
  /** Port on a user's own machine to which the inspector may send data for Stately's tools, with the user's consent. */
  INSPECT_PORT: v.optional(wholeNumberSchema('INSPECT_PORT', 1, 65_535)),
  /** `0`: browsers store nothing of the client for offline use and delete what they stored before. */
  SERVICE_WORKER: v.optional(v.picklist(['0', '1'], 'SERVICE_WORKER must be 0 or 1.'), '1'),
  TOKEN_KEYS: v.optional(keySetSchema),
  /** Encrypts the signing keys in a shared database. */
  KEYS_SECRET: v.optional(
    v.pipe(
      v.string(),
      v.check((secret) => Buffer.byteLength(secret) >= 32, 'KEYS_SECRET must be at least 32 bytes long.'),
    ),
  ),
  // A misspelt value would silently disable the protections of production.
  NODE_ENV: v.optional(
    v.picklist(['production', 'development', 'test'], 'NODE_ENV must be production, development or test.'),
  ),
  /** Accepted host names, in addition to loopback and that of `PUBLIC_URL`. */
  ALLOWED_HOSTS: v.optional(hostNamesSchema, ''),
  /** Origins whose pages are allowed to use the API, in addition to the app's own. */
  CORS_ORIGINS: v.optional(originsSchema, ''),
  /** Public URL of the client, without a trailing slash. Links in emails begin with it. */
  PUBLIC_URL: v.optional(
    v.pipe(
      addressSchema('PUBLIC_URL', 'http:', 'https:'),
      v.transform((text) => trimEnd(text, /\//)),
    ),
  ),
  SMTP_URL: v.optional(addressSchema('SMTP_URL', 'smtp:', 'smtps:')),
  MAIL_FROM: v.optional(v.string(), 'Atelier <atelier@localhost>'),
  /** Contact for security reports: a web URL or an email address, with or without `mailto:`. */
  SECURITY_CONTACT: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => (/^[^\s@:/]+@[^\s@]+$/.test(text) ? `mailto:${text}` : text)),
      v.regex(
        /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
        'SECURITY_CONTACT must be an e-mail address or begin with https://.',
      ),
    ),
  ),
  WORKERS: v.optional(wholeNumberSchema('WORKERS', 0, 64), '2'),
  /** `1`: webhooks may reach this machine and its network, and without TLS. */
  WEBHOOKS_PRIVATE: v.optional(v.picklist(['0', '1'], 'WEBHOOKS_PRIVATE must be 0 or 1.'), '0'),
  TRUSTED_PROXIES: v.optional(wholeNumberSchema('TRUSTED_PROXIES', 0, 10), '0'),
})
export type Env = v.InferOutput<typeof Env> & { SEED_DEMO: '0' | '1' }

/**
 * Returns the S3 settings, or undefined without `S3_BUCKET`: files are then stored on disk. Throws a `StartupError` if settings
 * are missing.
 */
export function readS3Settings(env: Env): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!bucket && (env.S3_ENDPOINT || accessKeyId)) throw new StartupError('S3_BUCKET must be set to store files in S3.')
  if (!bucket) return undefined
  if (!accessKeyId || !secretAccessKey)
    throw new StartupError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set to store files in S3.')
  return { endpoint: env.S3_ENDPOINT, bucket, region: env.S3_REGION, accessKeyId, secretAccessKey }
}

/** Parses the environment. Throws a `StartupError` with one line per error. */
export function readEnv(environment: NodeJS.ProcessEnv): Env {
  const env = v.safeParse(Env, Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')))
  if (!env.success) throw new StartupError(env.issues.map(({ message }) => message).join('\n'))
  const { NODE_ENV, SEED_DEMO, PUBLIC_URL, SMTP_URL, WORKERS, DATABASE_URL } = env.output
  if (WORKERS === 0 && !DATABASE_URL)
    throw new StartupError(
      'WORKERS=0 needs DATABASE_URL: a data folder allows one process, so no other process could run its jobs.',
    )
  const isProduction = NODE_ENV === 'production'
  if (isProduction && !PUBLIC_URL)
    throw new StartupError(
      'NODE_ENV=production needs PUBLIC_URL: the public address of this server, which links in e-mails begin with.',
    )
  if (isProduction && SEED_DEMO === '1')
    throw new StartupError(
      'SEED_DEMO=1 is not allowed with NODE_ENV=production: the password of the demo accounts is public.',
    )
  // Without PUBLIC_URL, a mailed link would begin with the loopback address, which works only on the server itself.
  if (SMTP_URL && !PUBLIC_URL)
    throw new StartupError('SMTP_URL needs PUBLIC_URL: the address that links in e-mails begin with.')
  return { ...env.output, SEED_DEMO: SEED_DEMO ?? (isProduction ? '0' : '1') }
}
