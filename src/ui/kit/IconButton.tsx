import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import { Tooltip, type TooltipProps } from './Tooltip.tsx'

/** Props of {@link IconButton}. */
export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'square' | 'wide' | 'aria-label'> {
  /** The name for screen readers, also shown as the tip. */
  label: string
  icon: ReactNode
  /** Other words for the tip, or `false` for none. */
  tip?: ReactNode | false
  tipPlacement?: TooltipProps['placement']
}

/** A square button with one glyph, a name and a tip. */
export function IconButton({ label, tip = label, tipPlacement = 'top', variant = 'ghost', ...rest }: IconButtonProps) {
  const button = <Button {...rest} variant={variant} square aria-label={label} />
  return tip === false ? (
    button
  ) : (
    <Tooltip tip={tip} placement={tipPlacement}>
      {button}
    </Tooltip>
  )
}
