import type { ComponentProps } from 'react'

/** Unstyled native button, the base of all buttons. Holding down Enter clicks it once, where browsers would repeat the click. */
export function BareButton({ onKeyDown, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      // Safari does not focus buttons on click. Without this, a closed overlay could not return the focus here.
      tabIndex={0}
      {...rest}
      onKeyDown={(event) => {
        if (event.repeat && event.key === 'Enter') event.preventDefault()
        onKeyDown?.(event)
      }}
    />
  )
}
