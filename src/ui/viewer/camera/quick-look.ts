/** Lifetime of the file's object URL, in milliseconds: time for the user to open it. */
const URL_LIFETIME_MS = 60_000

/** Returns whether this device supports AR through Quick Look. */
export const hasQuickLook = (): boolean => document.createElement('a').relList.supports('ar')

/** Opens a USDZ file in Quick Look, which shows it in AR. */
export function openQuickLook(file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.rel = 'ar'
  // An object URL has no file extension; this name provides it.
  link.download = 'model.usdz'
  link.href = url
  // Quick Look requires an image inside the link; without it, the link is followed as usual.
  link.append(document.createElement('img'))
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS)
}
