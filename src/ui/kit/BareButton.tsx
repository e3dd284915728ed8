import type { ComponentProps } from 'react'

/**
 * The browser's own button, without a look: what all our buttons share. Enter presses it once, however long it is held;
 * browsers press again with each repeat of the key.
 */
export function BareButton({ onKeyDown, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      // Else Safari gives it no focus when it is pressed, and what it opened none back.
      tabIndex={0}
      {...rest}
      onKeyDown={(event) => {
        if (event.repeat && event.key === 'Enter') event.preventDefault()
        onKeyDown?.(event)
      }}
    />
  )
}
