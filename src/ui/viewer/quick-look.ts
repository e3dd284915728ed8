/** How long the file stays for who opens it, in milliseconds. */
const KEPT = 60_000

/** Whether this device shows files in the room around: by Quick Look. */
export const hasQuickLook = (): boolean => document.createElement('a').relList.supports('ar')

/** Hands a USDZ file to Quick Look, which shows it in the room around. */
export function quickLook(file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.rel = 'ar'
  // A file from memory has no name by which it would be known.
  link.download = 'model.usdz'
  link.href = address
  // Without a picture in it the link would be followed as any other.
  link.append(document.createElement('img'))
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT)
}
