/** Lifetime of a saved file's object URL, in milliseconds. The download has started by then. */
const URL_LIFETIME_MS = 10_000

/** File extensions that differ from their media subtype. */
const ENDINGS: Readonly<Record<string, string>> = { jpeg: 'jpg', 'vnd.usdz+zip': 'usdz' }

/** Downloads a file as `name` plus the extension of its type. */
export function downloadFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  const kind = file.type.replace(/^\w+\/|;.*/g, '')
  link.href = URL.createObjectURL(file)
  link.download = `${name}.${ENDINGS[kind] ?? kind}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), URL_LIFETIME_MS)
}
