import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

const BASE =
  'inline-flex cursor-pointer select-none items-center justify-center gap-2 whitespace-nowrap rounded-md border font-semibold no-underline transition-colors ' +
  'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50';

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  primary: 'border-transparent bg-accent text-on-accent not-disabled:hover:bg-accent-strong',
  secondary: 'border-line bg-surface text-ink not-disabled:hover:border-line-strong not-disabled:hover:bg-sunken',
  quiet: 'border-transparent bg-transparent text-ink-soft not-disabled:hover:bg-sunken not-disabled:hover:text-ink',
  danger: 'border-line bg-surface text-danger not-disabled:hover:border-danger not-disabled:hover:bg-danger-soft',
};

const SIZES: Readonly<Record<ButtonSize, string>> = {
  sm: 'min-h-9 px-3 text-sm',
  md: 'min-h-11 px-4 text-base',
  lg: 'min-h-13 px-6 text-base',
};

type Look = { readonly variant?: ButtonVariant; readonly size?: ButtonSize };

/** Returns the classes of a button, for other elements: a link, a button of React Aria. */
export function buttonClass({ variant = 'secondary', size = 'md' }: Look = {}, extra?: string): string {
  return classNames(BASE, VARIANTS[variant], SIZES[size], extra);
}

type ButtonProps = ComponentProps<'button'> & Look & { readonly icon?: ReactNode };

export function Button({ variant, size, icon, className, children, type = 'button', ...rest }: ButtonProps): ReactNode {
  return (
    <button type={type} className={buttonClass({ ...(variant && { variant }), ...(size && { size }) }, className)} {...rest}>
      {icon}
      {children}
    </button>
  );
}
