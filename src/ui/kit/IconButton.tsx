import { type ReactNode, type RefObject, useRef } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import { Tooltip, type TooltipProps } from './Tooltip.tsx'

/** Props of {@link IconButton}. */
export interface IconButtonProps
  extends Omit<ButtonProps, 'children' | 'icon' | 'square' | 'wide' | 'aria-label' | 'ref'> {
  ref?: RefObject<HTMLButtonElement | null>
  /** The name for screen readers, also shown as the tip. */
  label: string
  icon: ReactNode
  /** Other words for the tip, or `false` for none. */
  tip?: ReactNode | false
  tipPlacement?: TooltipProps['placement']
}

/** A square button with one glyph, a name and a tip. */
export function IconButton({
  label,
  tip = label,
  tipPlacement = 'top',
  variant = 'ghost',
  ref,
  ...rest
}: IconButtonProps) {
  const own = useRef<HTMLButtonElement>(null)
  const button = ref ?? own
  return (
    <>
      <Button {...rest} ref={button} variant={variant} square aria-label={label} />
      {tip !== false && (
        <Tooltip trigger={button} placement={tipPlacement}>
          {tip}
        </Tooltip>
      )}
    </>
  )
}
