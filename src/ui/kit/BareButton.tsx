import type { ComponentProps } from 'react'

/** Unstyled native button, the base of all buttons. Ignores key repeat of Enter, which browsers turn into repeated clicks. */
export function BareButton({ onKeyDown, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      // Safari focuses a button on click only with a tab index. A closing overlay can then return the focus to the button.
      tabIndex={0}
      {...rest}
      onKeyDown={(event) => {
        if (event.repeat && event.key === 'Enter') event.preventDefault()
        onKeyDown?.(event)
      }}
    />
  )
}
