/** Lifetime of the file's object URL, in milliseconds. The user must open the file in this time. */
const URL_LIFETIME_MS = 60_000

export const hasQuickLook = (): boolean => document.createElement('a').relList.supports('ar')

export function openQuickLook(file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.rel = 'ar'
  // An object URL has no file extension, so the link's file name provides one.
  link.download = 'model.usdz'
  link.href = url
  // Quick Look requires an image inside the link; without an image, the browser follows the link as usual.
  link.append(document.createElement('img'))
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS)
}
