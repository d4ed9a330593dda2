module example.com/large-service

go 1.24

require (
	cloud.google.com/go/storage v1.43.0
	github.com/Azure/azure-sdk-for-go/sdk/storage/azblob v1.4.0
	github.com/aws/aws-sdk-go-v2/config v1.27.39
	github.com/aws/aws-sdk-go-v2/service/s3 v1.63.0
	github.com/charmbracelet/bubbletea v1.1.1
	github.com/elastic/go-elasticsearch/v8 v8.15.0
	github.com/gin-gonic/gin v1.10.0
	github.com/gofiber/fiber/v2 v2.52.5
	github.com/hashicorp/consul/api v1.29.4
	github.com/hashicorp/vault/api v1.15.0
	github.com/labstack/echo/v4 v4.12.0
	github.com/nats-io/nats.go v1.37.0
	github.com/prometheus/client_golang v1.20.4
	github.com/redis/go-redis/v9 v9.6.1
	github.com/segmentio/kafka-go v0.4.47
	github.com/spf13/cobra v1.8.1
	github.com/spf13/viper v1.19.0
	github.com/stretchr/testify v1.9.0
	github.com/testcontainers/testcontainers-go v0.33.0
	go.etcd.io/etcd/client/v3 v3.5.16
	go.mongodb.org/mongo-driver v1.17.0
	go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc v1.30.0
	go.opentelemetry.io/otel/sdk v1.30.0
	go.uber.org/fx v1.22.2
	go.uber.org/zap v1.27.0
	google.golang.org/grpc v1.67.0
	gorm.io/driver/mysql v1.5.7
	gorm.io/driver/postgres v1.5.9
	gorm.io/gorm v1.25.12
	k8s.io/client-go v0.31.1
	sigs.k8s.io/controller-runtime v0.19.0
)
