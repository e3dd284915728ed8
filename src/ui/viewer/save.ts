/** How long a saved file's address lives, in milliseconds: its download has begun by then. */
const KEPT = 10_000

/** Endings that are no part of their type. */
const ENDINGS: Readonly<Record<string, string>> = { jpeg: 'jpg', 'vnd.usdz+zip': 'usdz' }

/** Has the browser save a file as `name` with the ending of its type. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  const kind = file.type.replace(/^\w+\/|;.*/g, '')
  link.href = URL.createObjectURL(file)
  link.download = `${name}.${ENDINGS[kind] ?? kind}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT)
}
