import { S3 } from '@aws-sdk/client-s3'
import type { StoredContent } from './content-store.ts'
import { nameOf } from './content-store.ts'
import { isMissing, S3Content } from './s3-content.ts'
import type { S3Settings } from './s3-settings.ts'
import { S3Uploads } from './s3-uploads.ts'
import type { Storage } from './storage.ts'
import type { CheckHead } from './upload-store.ts'

/** Lines enough that no call waits for another's: such a wait counts as one for the store. Times in milliseconds. */
const LINES = { httpAgent: { maxSockets: 2_000 }, httpsAgent: { maxSockets: 2_000 }, connectionTimeout: 3_000 }

/** The store may be silent for as long as it takes to copy a large file. */
const CALLS = { ...LINES, socketTimeout: 120_000 }

/** Once it has begun to answer, whoever reads may do so as slowly as they like. */
const READS = { ...LINES, requestTimeout: 60_000, throwOnRequestTimeout: true, socketTimeout: 0 }

/**
 * Keeps files in an S3-compatible store: content below `files/`, uploads on their way beside it. Rejects where the bucket
 * cannot be reached.
 */
export async function openS3Storage(settings: S3Settings, folder: string, checkHead: CheckHead): Promise<Storage> {
  const { bucket, region, accessKeyId, secretAccessKey } = settings
  const config = {
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Other services than AWS's do not know the checksums that its client would add to everything.
    requestChecksumCalculation: 'WHEN_REQUIRED' as const,
    responseChecksumValidation: 'WHEN_REQUIRED' as const,
    // Some never say that they wait for a body: each part of a file would stand still for seconds.
    expectContinueHeader: false,
    ...(settings.endpoint ? { endpoint: settings.endpoint, forcePathStyle: true } : {}),
  }
  const client = new S3({ ...config, requestHandler: CALLS })
  const readers = new S3({ ...config, requestHandler: READS })
  await client.headBucket({ Bucket: bucket })
  const content = new S3Content({ client, readers }, bucket, folder)
  const uploads = new S3Uploads({ ...config, requestHandler: CALLS, bucket }, content, checkHead)
  return {
    content,
    uploads,
    async settle(id, stored: StoredContent) {
      if (await content.find(nameOf(stored))) return true
      const copy = {
        Bucket: bucket,
        Key: content.keyOf(nameOf(stored)),
        CopySource: `${bucket}/${encodeURIComponent(id)}`,
      }
      return client.copyObject(copy).then(
        () => true,
        (fault) => {
          if (!isMissing(fault)) throw fault
          return false
        },
      )
    },
  }
}
