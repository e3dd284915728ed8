import { S3 } from '@aws-sdk/client-s3'
import type { OutageLog } from '../db/outage-log.ts'
import { FileStoreUnavailableError, getHttpStatus } from '../errors/file-store-errors.ts'
import type { StoredContent } from './content-store.ts'
import { formatContentName } from './content-store.ts'
import { isMissingObject, reportOutages, S3Content } from './s3-content.ts'
import type { S3Settings } from './s3-settings.ts'
import { S3Uploads } from './s3-uploads.ts'
import type { FileStorage } from './storage.ts'
import type { CheckFirstBytes } from './upload-store.ts'

/**
 * Options of both clients; timeouts in milliseconds. The socket limit is high, because the SDK counts waiting for a socket as
 * connection time.
 */
const CONNECTION_OPTIONS = {
  httpAgent: { maxSockets: 2_000 },
  httpsAgent: { maxSockets: 2_000 },
  connectionTimeout: 3_000,
}

/** Options for all requests except reads. The timeout covers copying a large file, during which the store sends nothing. */
const CALL_CLIENT_OPTIONS = { ...CONNECTION_OPTIONS, socketTimeout: 120_000 }

/** Options for reading files. A started response may be read at any speed. */
const READ_CLIENT_OPTIONS = {
  ...CONNECTION_OPTIONS,
  requestTimeout: 60_000,
  throwOnRequestTimeout: true,
  socketTimeout: 0,
}

const QUIET = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

/**
 * Stores files in an S3-compatible store: content below `files/`, unfinished uploads next to it. Rejects if the service refuses
 * the bucket or the keys. Does not reject if the service is unreachable, because the service may recover.
 */
export async function openS3Storage(
  settings: S3Settings,
  folder: string,
  checkHead: CheckFirstBytes,
  outage?: OutageLog,
): Promise<FileStorage> {
  // Without this, the SDK prints warnings about Node versions between the JSON lines of the log.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'
  const { bucket, region, accessKeyId, secretAccessKey } = settings
  const config = {
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Services other than AWS may not support the checksums that the SDK would add to every request.
    requestChecksumCalculation: 'WHEN_REQUIRED' as const,
    responseChecksumValidation: 'WHEN_REQUIRED' as const,
    // Without this, the SDK prints warnings between the JSON lines of the log. `outage` logs outages.
    logger: QUIET,
    // Some services never send `100 Continue`, so each part of a file would stall for seconds.
    expectContinueHeader: false,
    ...(settings.endpoint ? { endpoint: settings.endpoint, forcePathStyle: true } : {}),
  }
  const client = new S3({ ...config, requestHandler: CALL_CLIENT_OPTIONS })
  const readers = new S3({ ...config, requestHandler: READ_CLIENT_OPTIONS })
  for (const s3Client of [client, readers]) reportOutages(s3Client, outage)
  await client.headBucket({ Bucket: bucket }).catch((error: unknown) => {
    const status = getHttpStatus(error instanceof FileStoreUnavailableError ? error.cause : error)
    if (!(error instanceof FileStoreUnavailableError) || (status !== undefined && status < 500)) throw error
  })
  const content = new S3Content({ client, readers }, bucket, folder, outage)
  const uploads = new S3Uploads({ ...config, requestHandler: CALL_CLIENT_OPTIONS, bucket }, content, checkHead, outage)
  return {
    content,
    uploads,
    async moveToContent(id, stored: StoredContent) {
      if (await content.find(formatContentName(stored))) return true
      const copy = {
        Bucket: bucket,
        Key: content.formatKey(formatContentName(stored)),
        CopySource: `${bucket}/${encodeURIComponent(id)}`,
      }
      return client.copyObject(copy).then(
        () => true,
        (error) => {
          if (!isMissingObject(error)) throw error
          return false
        },
      )
    },
  }
}
