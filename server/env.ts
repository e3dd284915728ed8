import { resolve } from 'node:path'
import * as v from 'valibot'
import { UPLOAD_QUOTA } from '../src/api/contract/files.ts'
import { KeySet } from './auth/keys.ts'
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
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), KeySet), dataset.value)
    if (parsed.success) return parsed.output
    addIssue({
      message: 'TOKEN_KEYS must be a JSON object {"keys": […]} of private ES256 keys with kid and createdAt.',
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
  SEED_DEMO: v.optional(v.picklist(['0', '1'], 'SEED_DEMO must be 0 or 1.'), '1'),
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
  TOKEN_KEYS: v.optional(keySet),
  NODE_ENV: v.optional(v.string()),
  /** Where people reach the client: mailed links begin with it. */
  PUBLIC_URL: v.optional(address('PUBLIC_URL', 'http:', 'https:')),
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
  TRUSTED_PROXIES: v.optional(whole('TRUSTED_PROXIES', 0, 10), '0'),
})
export type Env = v.InferOutput<typeof Env>

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
  if (env.success) {
    // Without it a mailed link would begin with whatever host the caller named, which need not be ours.
    if (env.output.SMTP_URL && !env.output.PUBLIC_URL)
      throw new StartFault('SMTP_URL needs PUBLIC_URL: the address that mailed links begin with.')
    return env.output
  }
  throw new StartFault(env.issues.map(({ message }) => message).join('\n'))
}
