def line(name, row, f):
    if row == "idle":
        return f"{name:12} idle      {f['idle_kib_per_connection']:8.1f} KiB a connection"
    return (f"{name:12} {row:9} {f['moves_per_s']:8,.0f} moves/s {f['server_us_per_move']:6.0f} us   "
            f"ack p50 {f['ack_p50_ms']:8.2f} p99 {f['ack_p99_ms']:8.2f} ms   other p99 {f['other_p99_ms']:8.2f} ms   "
            f"generator {f['generator_us_per_move']:.0f} us")
