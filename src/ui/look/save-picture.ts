/** How long a download has to begin, in milliseconds. */
const PATIENCE = 10_000

/** Has the browser save a picture under a name. */
export function savePicture(picture: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(picture)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), PATIENCE)
}
