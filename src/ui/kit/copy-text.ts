/**
 * Copies a text; whether it was. Where the page has no clipboard (it came without TLS from another machine) or may not
 * use it, the browser's older command does, which copies what is selected.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

function copySelected(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null
  const field = document.createElement('textarea')
  field.value = text
  field.style.cssText = 'position: fixed; opacity: 0'
  // Beside what has the focus: an open dialog or menu would take it back from anywhere else.
  const place = focused?.parentElement ?? document.body
  place.append(field)
  // To select is not to focus, in some engines.
  field.focus({ preventScroll: true })
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    focused?.focus({ preventScroll: true })
  }
}
