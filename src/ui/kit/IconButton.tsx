import { type ReactNode, type RefObject, useRef } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import { Tooltip, type TooltipProps } from './overlays/Tooltip.tsx'

export interface IconButtonProps
  extends Omit<ButtonProps, 'children' | 'icon' | 'square' | 'wide' | 'aria-label' | 'ref'> {
  ref?: RefObject<HTMLButtonElement | null>
  /** Accessible name, also shown as the tooltip. */
  label: string
  icon: ReactNode
  /** Content of the tooltip. Default: the label; `false` for no tooltip. */
  tip?: ReactNode | false
  tipPlacement?: TooltipProps['placement']
}

export function IconButton({
  label,
  tip = label,
  tipPlacement = 'top',
  variant = 'ghost',
  ref,
  ...rest
}: IconButtonProps) {
  const buttonRef = useRef<HTMLButtonElement>(null)
  const button = ref ?? buttonRef
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
