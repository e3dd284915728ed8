/** Starts a browser download of a URL, saved as `name` unless the server names the file. */
export function downloadFromUrl(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
