/**
 * Copies a text and returns whether this succeeded. Falls back to the older `copy` command, because the clipboard API is missing
 * without TLS and can be denied.
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
  // Inserts the field next to the focused element, because an open dialog or menu takes the focus back from elements outside.
  const container = focused?.parentElement ?? document.body
  container.append(field)
  // In some browsers, `select` does not focus.
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
