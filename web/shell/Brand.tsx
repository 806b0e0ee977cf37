/** The logo: three windows of time. */
export const Brand = ({ size = 20 }: { readonly size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable={false}>
    <rect x="2" y="5" width="18" height="6" rx="3" fill="var(--blue)" />
    <rect x="11" y="13" width="19" height="6" rx="3" fill="var(--ink)" />
    <rect x="5" y="21" width="12" height="6" rx="3" fill="var(--blue)" />
  </svg>
);
