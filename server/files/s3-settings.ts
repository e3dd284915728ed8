export interface S3Settings {
  /** Address of the service; undefined for AWS itself. */
  endpoint: string | undefined
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}
