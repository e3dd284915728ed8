import { Button, type ButtonProps } from '../kit/Button.tsx'
import { useTranslate } from '../use-translate.ts'

export interface SubmitButtonProps extends Pick<ButtonProps, 'children' | 'waiting'> {
  isBusy: boolean
}

export function SubmitButton({ isBusy, ...rest }: SubmitButtonProps) {
  const translate = useTranslate()
  return <Button {...rest} type="submit" variant="ink" size="xl" wide busy={isBusy && translate('action.working')} />
}
