import { S3 } from '@aws-sdk/client-s3'
import type { StoredContent } from './content-store.ts'
import { nameOf } from './content-store.ts'
import { isMissing, S3Content } from './s3-content.ts'
import type { S3Settings } from './s3-settings.ts'
import { S3Uploads } from './s3-uploads.ts'
import type { Storage } from './storage.ts'
import type { CheckHead } from './upload-store.ts'

/** How long the store may take to be reached, and to begin an answer, in milliseconds: it copies large files meanwhile. */
const LIMITS = { connectionTimeout: 3_000, requestTimeout: 300_000, throwOnRequestTimeout: true }

/** So many files are read at once, each as slowly as whoever reads it. */
const MOST_READERS = { maxSockets: 2_000 }

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
    ...(settings.endpoint ? { endpoint: settings.endpoint, forcePathStyle: true } : {}),
  }
  const client = new S3({ ...config, requestHandler: LIMITS })
  // Of sockets that all share those who read slowly would leave none.
  const readers = new S3({
    ...config,
    requestHandler: { ...LIMITS, httpAgent: MOST_READERS, httpsAgent: MOST_READERS },
  })
  await client.headBucket({ Bucket: bucket })
  const content = new S3Content({ client, readers }, bucket, folder)
  const uploads = new S3Uploads({ ...config, bucket }, content, checkHead)
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
