import { resolve } from 'node:path'
import * as v from 'valibot'
import { UPLOAD_QUOTA } from '../src/api/contract/files.ts'
import { readKeySet } from './auth/keys.ts'
import { readHostName } from './client/allowed-hosts.ts'
import type { S3Settings } from './files/s3-settings.ts'
import { LOG_LEVELS } from './log.ts'
import { StartFault } from './start-fault.ts'

const MB = 1024 * 1024

const whole = (name: string, least: number, most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,6}$/, `${name} must be a whole number.`),
    v.transform(Number),
    v.minValue(least, `${name} must be at least ${least}.`),
    v.maxValue(most, `${name} must be at most ${most}.`),
  )

const address = (name: string, ...schemes: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol),
      `${name} must be an address that begins with ${schemes.map((it) => `${it}//`).join(' or ')}.`,
    ),
  )

const keySet = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const keys = readKeySet(dataset.value)
    if (typeof keys !== 'string') return keys
    addIssue({ message: `TOKEN_KEYS cannot be used: ${keys}.` })
    return NEVER
  }),
)

const hostNames = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const entries = dataset.value.split(',').map((entry) => entry.trim())
    const names = entries.filter(Boolean).map(readHostName)
    if (names.every((name) => name !== undefined)) return names
    addIssue({
      message:
        'ALLOWED_HOSTS must be names with commas between them, such as "atelier.example, *.atelier.example, 10.0.0.5:3000".',
    })
    return NEVER
  }),
)

/** What the server reads from its environment. An empty value counts as none. */
const Env = v.object({
  PORT: v.optional(whole('PORT', 0, 65_535), '3000'),
  HOST: v.optional(v.string()),
  DATA_DIR: v.optional(
    v.pipe(
      v.string(),
      v.transform((path) => resolve(path)),
    ),
    '.data',
  ),
  DATABASE_URL: v.optional(address('DATABASE_URL', 'postgres:', 'postgresql:')),
  AMQP_URL: v.optional(address('AMQP_URL', 'amqp:', 'amqps:')),
  /** Without it: 1, but 0 in production. */
  SEED_DEMO: v.optional(v.picklist(['0', '1'], 'SEED_DEMO must be 0 or 1.')),
  LOG_LEVEL: v.optional(v.picklist(LOG_LEVELS, `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`), 'info'),
  UPLOAD_QUOTA_MB: v.optional(whole('UPLOAD_QUOTA_MB', 1, 999_999), String(UPLOAD_QUOTA.bytes / MB)),
  UPLOAD_UNFINISHED: v.optional(whole('UPLOAD_UNFINISHED', 1, 100_000), String(UPLOAD_QUOTA.unfinished)),
  S3_ENDPOINT: v.optional(address('S3_ENDPOINT', 'http:', 'https:')),
  S3_BUCKET: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'S3_BUCKET is not the name of a bucket.')),
  ),
  S3_REGION: v.optional(v.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  API_BASE: v.optional(address('API_BASE', 'http:', 'https:')),
  /** A port of people's own machines at which the inspector may tell a tool of Stately's, after they agreed. */
  INSPECT_PORT: v.optional(whole('INSPECT_PORT', 1, 65_535)),
  /** `0`: browsers keep nothing of the client for when the server is out of reach, and what they kept goes. */
  SERVICE_WORKER: v.optional(v.picklist(['0', '1'], 'SERVICE_WORKER must be 0 or 1.'), '1'),
  TOKEN_KEYS: v.optional(keySet),
  // One that is nearly right would open in silence what production keeps shut.
  NODE_ENV: v.optional(
    v.picklist(['production', 'development', 'test'], 'NODE_ENV must be production, development or test.'),
  ),
  /** Names it answers to beside the loopback's and that of `PUBLIC_URL`. */
  ALLOWED_HOSTS: v.optional(hostNames, ''),
  /** Where people reach the client, without a slash at its end: mailed links begin with it. */
  PUBLIC_URL: v.optional(
    v.pipe(
      address('PUBLIC_URL', 'http:', 'https:'),
      v.transform((text) => text.replace(/\/+$/, '')),
    ),
  ),
  SMTP_URL: v.optional(address('SMTP_URL', 'smtp:', 'smtps:')),
  MAIL_FROM: v.optional(v.string(), 'Atelier <atelier@localhost>'),
  /** Where faults of security are to be told: an address of the web or, with or without `mailto:`, of mail. */
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
  WORKERS: v.optional(whole('WORKERS', 0, 64), '2'),
  /** `1`: webhooks may lead to this machine and its network, and without TLS. */
  WEBHOOKS_PRIVATE: v.optional(v.picklist(['0', '1'], 'WEBHOOKS_PRIVATE must be 0 or 1.'), '0'),
  TRUSTED_PROXIES: v.optional(whole('TRUSTED_PROXIES', 0, 10), '0'),
})
export type Env = v.InferOutput<typeof Env> & { SEED_DEMO: '0' | '1' }

/** Where files are kept, if not on the disk: once a bucket is named. Throws a StartFault where the keys to it are missing. */
export function s3Of(env: Env): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!bucket && (env.S3_ENDPOINT || accessKeyId)) throw new StartFault('S3_BUCKET must be set to keep files in S3.')
  if (!bucket) return undefined
  if (!accessKeyId || !secretAccessKey)
    throw new StartFault('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set to keep files in S3.')
  return { endpoint: env.S3_ENDPOINT, bucket, region: env.S3_REGION, accessKeyId, secretAccessKey }
}

/** Reads the environment. Throws a StartFault with one sentence for each fault. */
export function readEnv(given: NodeJS.ProcessEnv): Env {
  const env = v.safeParse(Env, Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')))
  if (!env.success) throw new StartFault(env.issues.map(({ message }) => message).join('\n'))
  const { NODE_ENV, SEED_DEMO, PUBLIC_URL, SMTP_URL, WORKERS, DATABASE_URL } = env.output
  if (WORKERS === 0 && !DATABASE_URL)
    throw new StartFault(
      'WORKERS=0 needs DATABASE_URL: a data folder takes one process, so nobody else could do its jobs.',
    )
  const isProduction = NODE_ENV === 'production'
  if (isProduction && !PUBLIC_URL)
    throw new StartFault(
      'NODE_ENV=production needs PUBLIC_URL: the address where people reach it, with which mailed links begin.',
    )
  if (isProduction && SEED_DEMO === '1')
    throw new StartFault(
      'SEED_DEMO=1 cannot be had with NODE_ENV=production: everyone knows the password of the demo accounts.',
    )
  // Without it a mailed link would begin with the loopback address, which is nobody else's.
  if (SMTP_URL && !PUBLIC_URL)
    throw new StartFault('SMTP_URL needs PUBLIC_URL: the address that mailed links begin with.')
  return { ...env.output, SEED_DEMO: SEED_DEMO ?? (isProduction ? '0' : '1') }
}
